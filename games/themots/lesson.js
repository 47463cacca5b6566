// Thémots: the texts of the guided first game. learn.GAME.NOTE is shown at the comment NOTE of lesson.cornet.
/** @type {Record<string, [string, string]>} */
export default {
  'learn.themots.start': [
    'Find French words, all at once, against the clock. Each round a player throws a die for the theme.',
    'Trouvez des mots, tous en même temps, contre la montre. À chaque manche, un joueur lance un dé pour le thème.',
  ],
  'learn.themots.theme': [
    'The theme is “Personnalités”: well-known people. Now five letter dice and a colour die.',
    'Le thème est « Personnalités ». Maintenant les cinq dés à lettres et le dé de couleurs.',
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
    'Nouvelle manche : les animaux, et la couleur est le noir ! Le mot ne doit avoir aucune des cinq lettres. Le ' +
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

  // Kinds of mistakes in a person’s statistics, by the first word of the best choice.
  'mistake.themots.say': ['Which word to say', 'Le mot à dire'],
  'mistake.themots.pass': ['When to say nothing more', 'Quand ne plus rien dire'],
  'mistake.themots.vote': ['How to vote', 'Comment voter'],
};
