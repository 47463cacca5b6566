// Thémots: the browser's texts, English and French side by side (see texts.js).
export default {
  'own.themots': [
    'Roll your own dice. Only letters on Cornet’s dice are accepted; nothing can be proved about the dice.',
    'Lancez vos propres dés. Seules les lettres des dés de Cornet sont acceptées ; on ne peut rien prouver sur ces lancers.',
  ],
  'tm.roll.theme': ['roll the numbered die', 'lancez le dé numéroté'],
  'tm.roll.ask': ['roll the letters and the colour', 'lancez les lettres et la couleur'],
  'tm.roll.letters': ['Letters ({colours})', 'Lettres ({colours})'],
  'tm.buzzers': ['Buzzers', 'Buzzers'],
  'tm.buzz': ['{name}: I have a word', '{name} : j’ai un mot'],
  'tm.buzz.ask': ['Have a word? Press your buzzer.', 'Un mot ? Appuyez sur votre buzzer.'],
  'tm.buzz.of': ['{name}: your word?', '{name} : votre mot ?'],
  'tm.pass.all': ['Nobody here has a word', 'Personne ici n’a de mot'],
  // ---- names ----
  'title.themots': ['Thémots', 'Thémots'],
  'agent.amateur': ['Amateur', 'Amateur'],
  'agent.expert': ['Expert', 'Expert'],
  'french.themots': ['You play with French words.', 'On joue avec des mots français.'],
  'tm.end': ['{list} tokens.', '{list} jetons.'],

  // ---- options of a new table ----
  'opt.themots.variant': ['Way of playing', 'Façon de jouer'],
  'opt.themots.variant.=base': ['Base game', 'Jeu de base'],
  'opt.themots.variant.=base.about': [
    'One theme and one word each per round; all tokens lie in the centre.',
    'Un thème et un mot chacun par manche ; tous les jetons sont au centre.',
  ],
  'opt.themots.variant.=manche': ['Tokens for each round', 'Jetons par manche'],
  'opt.themots.variant.=manche.about': [
    'Each round puts two tokens per player in the centre; everybody keeps speaking until they are gone.',
    'Chaque manche apporte deux jetons par joueur au centre ; chacun parle tant qu’il en reste.',
  ],
  'opt.themots.variant.=fermer': ['Closing themes', 'Thèmes à fermer'],
  'opt.themots.variant.=fermer.about': [
    'All six themes are open; a good word closes its theme.',
    'Les six thèmes sont ouverts ; un bon mot ferme le sien.',
  ],
  'opt.themots.card': ['Theme card', 'Carte de thèmes'],
  'opt.themots.card.about': ['Six themes for the whole game.', 'Six thèmes pour toute la partie.'],
  'opt.themots.card.deal': ['A different one each time', 'Une carte différente à chaque fois'],
  'opt.themots.card.=1': [
    '1: Celebrities, Animals, Countries and cities, Jobs, Food and drink, Things in the house',
    '1 : Personnalités, Animaux, Pays et villes du monde, Métiers, À manger et à boire, Objets de la maison',
  ],
  'opt.themots.card.=2': [
    '2: First names, Capitals, Fruit and vegetables, Sports, Clothes, Fictional characters',
    '2 : Prénoms, Capitales, Fruits et légumes, Sports, Vêtements et accessoires, Personnages de fiction',
  ],
  'opt.themots.card.=3': [
    "3: Towns of France, Birds, Musical instruments, At school, Human body, Brands",
    "3 : Villes de France, Oiseaux, Instruments de musique, À l’école, Corps humain, Marques",
  ],
  'opt.themots.card.=4': [
    '4: Writers, Rivers, seas and lakes, Trees and flowers, Tools, Colours, Games and toys',
    '4 : Écrivains, Fleuves, mers et lacs, Arbres et fleurs, Outils et ustensiles, Couleurs, Jeux et jouets',
  ],
  'opt.themots.card.=5': [
    '5: Singers and musicians, Mountains, volcanoes and islands, Fish and sea creatures, In the kitchen, Vehicles, Feelings and character',
    '5 : Chanteurs et musiciens, Montagnes, volcans et îles, Poissons et animaux marins, En cuisine, Véhicules, ' +
      'Qualités, défauts et sentiments',
  ],
  'opt.themots.card.=6': [
    '6: Works, Languages, Insects and small creatures, In town, Inventions, Health and medicine',
    '6 : Œuvres, Langues, Insectes et petites bêtes, En ville, Inventions et techniques, Santé et médecine',
  ],
  'opt.themots.card.=7': [
    '7: Myths and legends, Currencies and coins, Chemical elements, metals and minerals, Constellations, stars, ' +
      'planets and moons, Science, At the seaside',
    '7 : Mythologies et légendes, Monnaies, Éléments chimiques, métaux et minéraux, Constellations, étoiles, ' +
      'planètes et lunes, Sciences et nature, Au bord de la mer',
  ],
  'opt.themots.card.=8': [
    '8: Regions of France, Weather and time, Animals, Jobs, First names, Food and drink',
    '8 : Régions, départements et provinces de France, Ciel, temps et saisons, Animaux, Métiers, Prénoms, À manger et à boire',
  ],
  'opt.themots.tokens': ['Tokens', 'Jetons'],
  'opt.themots.tokens.about': ['For each player; fewer make a shorter game.', 'Par joueur ; moins de jetons, partie plus courte.'],
  'opt.themots.time': ['Time per round', 'Temps par manche'],
  'opt.themots.time.about': ['In seconds.', 'En secondes.'],
  'opt.themots.vote': ['Words the lexicon refuses', 'Mots que le lexique refuse'],
  'opt.themots.vote.=off': ['Refused', 'Refusés'],
  'opt.themots.vote.=off.about': ['The lexicon alone decides.', 'Le lexique décide seul.'],
  'opt.themots.vote.=on': ['Put to the vote', 'Mis aux voix'],
  'opt.themots.vote.=on.about': [
    'The other people at the table accept or refuse a word that the lexicon does not know, or knows only for another theme.',
    'Les autres personnes à la table acceptent ou refusent un mot que le lexique ne connaît pas, ou ne connaît que pour un autre thème.',
  ],

  'opt.themots.opening': ['First round', 'Première manche'],
  'opt.themots.opening.=any': ['Any colour', 'Toutes les couleurs'],
  'opt.themots.opening.=any.about': ['It may be black.', 'Elle peut être noire.'],
  'opt.themots.opening.=plain': ['Never black', 'Jamais noire'],
  'opt.themots.opening.=plain.about': ['The first round is an ordinary one.', 'La première manche est une manche ordinaire.'],

  // ---- the board ----
  'tm.vert': ['green', 'vert'],
  'tm.blanc': ['white', 'blanc'],
  'tm.jaune': ['yellow', 'jaune'],
  'tm.rouge': ['red', 'rouge'],
  'tm.bleu': ['blue', 'bleu'],
  'tm.noir': ['black', 'noir'],
  'tm.theme': ['Card {card}, theme {n}', 'Carte {card}, thème {n}'],
  'tm.themes': ['Themes', 'Thèmes'],
  'tm.closed': ['(closed)', '(fermé)'],
  'tm.dice': ['The letter dice', 'Les dés à lettres'],
  'tm.first': ['first letter', 'initiale'],
  'tm.clock': ['Time left', 'Temps restant'],
  'tm.task': [
    'A French word that starts with {letter}: a token for each die whose letter it has.',
    'Un mot du thème en {letter} : un jeton par dé dont il a la lettre.',
  ],
  'tm.task.black': [
    'Black! A French word with none of {letters}. The first takes 4 tokens; a letter costs 4.',
    'Noir ! Un mot sans aucune de ces lettres : {letters}. Le premier gagne 4 jetons ; une lettre en coûte 4.',
  ],
  'tm.centre': ['{n} {n|token|tokens} in the centre', '{n} {n|jeton|jetons} au centre'],
  'tm.reserve': ['{n} in the reserve', '{n} en réserve'],
  'tm.tokens': ['tokens', 'jetons'],
  'tm.round': ['Round {n}', 'Manche {n}'],
  'tm.before': ['Previous round', 'La manche précédente'],
  'tm.nothing': ['Nobody has spoken yet.', 'Personne n’a encore parlé.'],
  'tm.type': ['Type a French word', 'Écrivez un mot'],
  'tm.type.with': ['A French word in {letter}…', 'Un mot en {letter}…'],
  'tm.say': ['Say it', 'Dire'],
  'tm.pass': ['Pass this round', 'Passer cette manche'],
  'tm.out': ['out', 'a joué'],
  'tm.thrower': ['throws', 'lance'],
  'tm.yes': ['{n} {n|letter|letters}', '{n} {n|lettre|lettres}'],
  'tm.yes.black': ['{n} {n|token|tokens}', '{n} {n|jeton|jetons}'],
  'tm.late': ['correct, but last: no tokens', 'juste, mais dernier : aucun jeton'],
  'tm.passed': ['passed', 'a passé'],
  'tm.passed.many': ['passed', 'ont passé'],
  'tm.judging': ['being judged…', 'en jugement…'],
  'tm.no.initial': ['wrong first letter', 'mauvaise initiale'],
  'tm.no.theme': ['off the theme', 'hors thème'],
  'tm.no.root': ['root already said', 'racine déjà dite'],
  'tm.no.same': ['already said', 'déjà dit'],
  'tm.no.letter': ['has one of the letters', 'a une des lettres'],
  'tm.no.unknown': ['unknown', 'inconnu'],
  'tm.doubt.elsewhere': ['known for “{theme}”', 'connu pour « {theme} »'],
  'tm.doubt.meant': ['did you mean “{word}”?', 'vouliez-vous dire « {word} » ?'],
  'tm.doubt.voted': ['the vote was against it', 'le vote l’a refusé'],
  'tm.vote.unknown': ['The lexicon does not know it.', 'Le lexique ne le connaît pas.'],
  'tm.vote.theme': ['The lexicon has it for “{theme}”.', 'Le lexique l’a pour « {theme} ».'],
  'tm.vote': ['{name} says “{word}”. Do you accept it?', '{name} dit « {word} ». L’acceptez-vous ?'],
  'tm.vote.wait': ['“{word}”, by {name}, is being judged.', '« {word} », de {name}, est en jugement.'],
  'tm.vote.yes': ['Accept', 'Accepter'],
  'tm.vote.no': ['Refuse', 'Refuser'],
  'tm.over': ['End of the round', 'Fin de la manche'],
  'tm.over.nobody': ['Nobody scored.', 'Personne n’a marqué.'],
  'tm.hear.you': ['You', 'Vous'],
  'tm.hear.best': ['The best words: {words}.', 'Les meilleurs mots : {words}.'],
  'tm.say.theme': ['Theme: {theme}.', 'Thème : {theme}.'],
  'tm.say.roll': ['Letters {letters}, colour {colour}.', 'Lettres {letters}, couleur {colour}.'],
  'tm.say.time': ['Time is up.', 'Le temps est écoulé.'],
  'tm.say.yes': ['Accepted, {n} {n|letter|letters}.', 'Accepté, {n} {n|lettre|lettres}.'],
  'tm.say.yes.black': ['Accepted, {n} {n|token|tokens}.', 'Accepté, {n} {n|jeton|jetons}.'],
  'tm.say.no': ['Refused: {reason}.', 'Refusé : {reason}.'],
  'tm.say.say': ['{name} says “{word}”.', '{name} dit « {word} ».'],
  'tm.say.say.you': ['You say “{word}”.', 'Vous dites « {word} ».'],
  'tm.say.vote': ['{name} votes {vote}.', '{name} vote {vote}.'],
  'tm.say.vote.you': ['You vote {vote}.', 'Vous votez {vote}.'],
  'tm.toolate': ['too late: the others have spoken', 'trop tard : les autres ont parlé'],
  'tm.say.toolate': ['{name}: too late, the others have spoken.', '{name} : trop tard, les autres ont parlé.'],
  'tm.say.toolate.you': ['Too late: the others have spoken.', 'Trop tard : les autres ont parlé.'],
  'tm.lead': ['{name} throws the dice…', '{name} lance les dés…'],
  'tm.lead.you': ['You throw the dice…', 'Vous lancez les dés…'],
  'tm.lead.ask': ['Get ready: the letters fall in', 'Préparez-vous : les lettres tombent dans'],
  'tm.lead.all': ['Everybody plays at the same time.', 'Tout le monde joue en même temps.'],
  'tm.lead.places': [
    'Everybody plays at the same time. {n} of {of} places score.',
    'Tout le monde joue en même temps. {n} {n|place marque|places marquent} sur {of}.',
  ],
  'tm.places': ['Places that score', 'Places qui marquent'],
  'tm.places.one': ['Only one place left that scores!', 'Plus qu’une place qui marque !'],
  'tm.place': ['place {n}', 'place {n}'],
  'tm.places.none': ['the last {n|one|two}: 0', '{n|le dernier|les deux derniers} : 0'],
  'tm.last': ['Letters {letters}, colour {colour}', 'Lettres {letters}, couleur {colour}'],
  'tm.best': ['The best words', 'Les meilleurs mots'],
  'tm.dice.of': ['{n} {n|die|dice}', '{n} {n|dé|dés}'],
  'tm.best.yours': ['yours!', 'le vôtre !'],
  'tm.race': ['The tokens: the game ends when the centre is empty', 'Les jetons : la partie finit quand le centre est vide'],
  'tm.race.rest': ['in the centre', 'au centre'],
  'tm.over.won': ['You score {n} {n|token|tokens}.', 'Vous marquez {n} {n|jeton|jetons}.'],
  'tm.over.none': ['You score nothing this time.', 'Vous ne marquez rien cette fois.'],
  'tm.next': ['Round {round}: {name} throws, in', 'Manche {round} : {name} lance, dans'],
  'tm.ready': ['Continue', 'Continuer'],
  'tm.ready.sent': ['Waiting for the others…', 'On attend les autres…'],
  'tm.say.pass': ['{name} passes.', '{name} passe.'],
  'tm.say.pass.you': ['You pass.', 'Vous passez.'],

  // ---- the guided first game ----
  'learn.themots.start': [
    'Find French words, all at once, against the clock. Each round a player throws a die for the theme.',
    'Trouvez des mots, tous en même temps, contre la montre. À chaque manche, un joueur lance un dé pour le thème.',
  ],
  'learn.themots.theme': [
    'The theme is “Personnalités”: well-known people. Now five letter dice and a colour die.',
    'Le thème est « Personnalités ». Maintenant les cinq dés à lettres et le dé de couleur.',
  ],
  'learn.themots.roll': [
    'Green: a word must start with the letter on the green die, B. Family names count for people. See what ' +
      'happens to a wrong one: type Mozart.',
    'Vert : le mot doit commencer par la lettre du dé vert, B. Pour une personne, le nom de famille. Voyez ce ' +
      'que devient un mot faux : écrivez Mozart.',
  ],
  'learn.themots.refused': [
    'It does not start with B. That costs only time: try again.',
    'Il ne commence pas par B. Cela ne coûte que du temps : réessayez.',
  ],
  'learn.themots.bono': [
    'Robin says Bono: it has the B and the O of the dice, two tokens. You can do better: type Brejnev, which has B, R and V.',
    'Robin dit Bono : le B et l’O des dés, deux jetons. Vous pouvez mieux : écrivez Brejnev, qui a B, R et V.',
  ],
  'learn.themots.out': [
    'Three tokens, from the centre. You have spoken and are out of this round; the others continue. Nobody may repeat a word.',
    'Trois jetons, pris au centre. Vous avez parlé, la manche est finie pour vous ; les autres continuent. On ne répète pas un mot '
      + 'déjà dit.',
  ],
  'learn.themots.last': [
    'Buñuel has only the B: one token. Brecht came last and scores nothing: with three or four players the last ' +
      'to speak gets no token, with five or six the last two.',
    'Buñuel n’a que le B : un jeton. Brecht vient en dernier et ne marque rien : à trois ou quatre le dernier ne ' +
      'marque pas, à cinq ou six les deux derniers.',
  ],
  'learn.themots.black': [
    'A new round: animals, and the colour is black! Now the word must have none of the five letters. The first ' +
      'to find one takes four tokens.',
    'Nouvelle manche : les animaux, et la couleur est noir ! Le mot ne doit avoir aucune des cinq lettres. Le ' +
      'premier qui trouve prend quatre jetons.',
  ],
  'learn.themots.penalty': [
    'Zoé said Chien: it has an N and an E, and costs four tokens, or all one has. Type Loup.',
    'Zoé a dit Chien : il a un N et un E, et coûte quatre jetons, ou tous ceux qu’on a. Écrivez Loup.',
  ],
  'learn.themots.twice': [
    'Four tokens, and a new round: animals, red, so E. Every die counts on its own: two dice show E. Type ' +
      'Éléphant, accents do not matter.',
    'Quatre jetons, et une nouvelle manche : les animaux, rouge, donc E. Chaque dé compte pour lui-même : deux ' +
      'montrent E. Écrivez Éléphant, les accents ne comptent pas.',
  ],
  'learn.themots.won': [
    'P, E, L, E and H: five tokens. Robin’s Éléphanteau has the same root and is refused. If you find nothing, pass, or let the '
      + 'clock run out. The game ends when the centre is empty; the most tokens win. The options offer two variants, new tokens each '
      + 'round and themes that close, and a vote on words that the lexicon refuses.',
    'P, E, L, E et H : cinq jetons. L’Éléphanteau de Robin a la même racine, il est refusé. Si vous ne trouvez rien, passez, ou '
      + 'laissez le temps s’écouler. La partie finit quand le centre est vide ; le plus grand nombre de jetons gagne. Les options '
      + 'proposent deux variantes, jetons par manche et thèmes à fermer, et le vote sur les mots que le lexique refuse.',
  ],
};
