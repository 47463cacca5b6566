// Easy Come Easy Go: the browser's texts, English and French side by side (see texts.js).
export default {
  'own.easycome': [
    'Roll your own dice (a blank counts 0). Cornet keeps the rules and the score; nothing can be proved about the dice.',
    'Lancez vos propres dés (une face vide vaut 0). Cornet applique les règles et compte les points ; on ne peut rien prouver sur '
      + 'ces lancers.',
  ],
  // ---- names ----
  'title.easycome': ['Easy Come Easy Go', 'Easy Come Easy Go'],
  'agent.perfect': ['Perfect', 'Parfait'],

  // ---- options of a new table ----
  'opt.easycome.hold': ['Turns to hold', 'Tours à tenir'],
  'opt.easycome.hold.=2': ['Two turns', 'Deux tours'],
  'opt.easycome.hold.=2.about': [
    'Three prizes win if they survive the next two turns.',
    'Trois prix gagnent s’ils tiennent pendant les deux tours suivants.',
  ],
  'opt.easycome.hold.=3': ['Three turns', 'Trois tours'],
  'opt.easycome.hold.=3.about': [
    'They must survive the turns of all three others: a longer game, for four players only.',
    'Ils doivent tenir pendant les tours des trois autres : une partie plus longue, à quatre seulement.',
  ],
  'opt.easycome.first': ['Who starts', 'Qui commence'],
  'opt.easycome.first.about': [
    'Everybody rolls for the start, or a fixed seat starts.',
    'On lance les dés pour commencer, ou une place commence d’office.',
  ],
  'opt.easycome.first.=roll': ['The highest roll', 'Le plus fort total'],
  'opt.easycome.first.=1': ['Seat 1', 'Place 1'],
  'opt.easycome.first.=2': ['Seat 2', 'Place 2'],
  'opt.easycome.first.=3': ['Seat 3', 'Place 3'],
  'opt.easycome.first.=4': ['Seat 4', 'Place 4'],

  // ---- the board ----
  'ec.carre': ['Four of a kind', 'Carré'],
  'ec.paires': ['Two pairs', '2 paires'],
  'ec.brelan-impair': ['Three, all odd', 'Brelan impair'],
  'ec.brelan-pair': ['Three, all even', 'Brelan pair'],
  'ec.7': ['Exactly 7', '7 exactement'],
  'ec.13': ['Exactly 13', '13 exactement'],
  'ec.3-': ['3 or less', '3 ou moins'],
  'ec.17+': ['17 or more', '17 ou plus'],
  'ec.suite': ['Straight', 'Suite'],
  'ec.thing.carre': ['the convertible', 'la décapotable'],
  'ec.thing.paires': ['the diamonds', 'les diamants'],
  'ec.thing.suite': ['the royal suite', 'la suite royale'],
  'ec.thing.brelan-impair': ['the golden cup', 'la coupe d’or'],
  'ec.thing.brelan-pair': ['the crown', 'la couronne'],
  'ec.thing.7': ['the seventh heaven', 'le septième ciel'],
  'ec.thing.13': ['the 13th hour', 'la 13ᵉ heure'],
  'ec.thing.3-': ['the pearl', 'la perle'],
  'ec.thing.17+': ['the yacht', 'le yacht'],
  'ec.rule.carre': ['four equal dice', 'quatre dés égaux'],
  'ec.rule.paires': ['two pairs of different numbers', 'deux paires de nombres différents'],
  'ec.rule.brelan-impair': ['three equal and a different one, all odd', 'trois égaux et un autre, tous impairs'],
  'ec.rule.brelan-pair': ['three equal and a different one, all even; 0 is even', 'trois égaux et un autre, tous pairs ; 0 est pair'],
  'ec.rule.7': ['the four dice sum to 7', 'la somme des quatre dés est 7'],
  'ec.rule.13': ['the four dice sum to 13', 'la somme des quatre dés est 13'],
  'ec.rule.3-': ['the four dice sum to 3 or less', 'la somme des quatre dés est 3 ou moins'],
  'ec.rule.17+': ['the four dice sum to 17 or more', 'la somme des quatre dés est 17 ou plus'],
  'ec.rule.suite': ['four numbers in a row', 'quatre nombres qui se suivent'],
  'ec.prizes': ['The nine prizes', 'Les neuf prix'],
  'ec.noprize': ['no prize', 'aucun prix'],
  'ec.centre': ['in the centre', 'au centre'],
  'ec.take': ['Take {prize}', 'Prendre {prize}'],
  'ec.take.short': ['Take', 'Prendre'],
  'ec.steal': ['Steal {prize} from {name}', 'Voler {prize} à {name}'],
  'ec.die': ['Keep the {n}', 'Garder le {n}'],
  'ec.kept.short': ['kept', 'gardé'],
  'ec.rolled': ['Rolled: {dice}', 'Lancés : {dice}'],
  'ec.aside': ['Set aside: {dice}', 'De côté : {dice}'],
  'ec.aside.short': ['Aside', 'De côté'],
  'ec.inthecup': ['The dice are in the cup.', 'Les dés sont dans le cornet.'],
  'ec.rolloff': ['Rolling for the start:', 'On lance pour commencer :'],
  'ec.keep': ['Keep {dice}, roll the other {n}', 'Garder {dice}, relancer les {n} autres'],
  'ec.keep.1': ['Keep {dice}, roll the last one', 'Garder {dice}, relancer le dernier'],
  'ec.keep.none': ['Roll', 'Relancer'],
  'ec.stop': ['Stop, no prize', 'S’arrêter, sans prix'],
  'ec.ask': ['Touch the dice to keep, then roll the others.', 'Touchez les dés à garder, puis relancez les autres.'],
  'ec.ask.take': ['Take a prize, or keep dice and roll again.', 'Prenez un prix, ou gardez des dés et relancez.'],
  'ec.danger': [
    'Now or never: {name} wins if you take none of those prizes.',
    'C’est le moment : {name} gagne si vous ne lui prenez pas un prix.',
  ],
  'ec.ask.end': ['Take a prize, or stop.', 'Prenez un prix, ou arrêtez-vous.'],
  'ec.ask.none': ['Nothing can be taken.', 'Il n’y a rien à prendre.'],
  'ec.why.third': [
    'It would be your prize number {n}: hold them for {turns} turns and you win.',
    'Ce serait votre {n}ᵉ prix : s’ils tiennent {turns} tours, vous gagnez.',
  ],
  'ec.tie': ['A tie: {names} roll again.', 'Égalité entre {names} : ils relancent.'],
  'ec.has': ['{n} of {of} prizes', '{n} prix sur {of}'],
  'ec.endured': ['{n}/{of} turns', '{n}/{of} tours'],
  'ec.end': ['{name} held {prizes} to the end.', '{name} a gardé {prizes} jusqu’au bout.'],
  'ec.end.you': ['You held {prizes} to the end.', 'Vous avez gardé {prizes} jusqu’au bout.'],
  'ec.hear.rolloff': [
    'Everybody rolls for the start: the highest total starts.', 'Chacun lance pour commencer : le plus fort total commence.',
  ],
  'ec.hear.has': ['{name} has {n} of {of} prizes.', '{name} a {n} prix sur {of}.'],
  'ec.hear.has.you': ['You have {n} of {of} prizes.', 'Vous avez {n} prix sur {of}.'],
  'ec.hear.all': [
    '{name} has {n} prizes, and wins if none is stolen for {turns} turns.', '{name} a {n} prix, et gagne s’ils tiennent {turns} tours.',
  ],
  'ec.hear.all.you': [
    'You have {n} prizes, and win if none is stolen for {turns} turns.', 'Vous avez {n} prix, et gagnez s’ils tiennent {turns} tours.',
  ],
  'ec.hear.you': ['You', 'Vous'],
  'ec.yours': ['Your dice', 'Vos dés'],
  'ec.missed': ['Missed!', 'Raté !'],
  'ec.starts': ['{name} starts: {total}, the highest total.', '{name} commence : {total}, le plus fort total.'],
  'ec.starts.you': ['You start: {total}, the highest total.', 'Vous commencez : {total}, le plus fort total.'],
  'ec.say.roll': ['Dice: {dice}.', 'Dés : {dice}.'],
  'ec.say.rolled': ['{name}: {dice}.', '{name} : {dice}.'],
  'ec.say.rolled.you': ['You roll {dice}.', 'Vous lancez : {dice}.'],
  'ec.say.keep': ['{name} keeps {dice} and rolls again.', '{name} garde {dice} et relance.'],
  'ec.say.keep.you': ['You keep {dice} and roll again.', 'Vous gardez {dice} et relancez.'],
  'ec.say.take': ['{name} takes {prize}: {dice}.', '{name} prend {prize} : {dice}.'],
  'ec.say.take.you': ['You take {prize}: {dice}.', 'Vous prenez {prize} : {dice}.'],
  'ec.say.steal': ['{name} steals {prize} from {aim}!', '{name} vole {prize} à {aim} !'],
  'ec.say.steal.me': ['{name} steals {prize} from you!', '{name} vous vole {prize} !'],
  'ec.say.steal.you': ['You steal {prize} from {aim}!', 'Vous volez {prize} à {aim} !'],
  'ec.say.stop': ['{name} stops without a prize.', '{name} s’arrête sans prix.'],
  'ec.say.stop.you': ['You stop without a prize.', 'Vous vous arrêtez sans prix.'],

  // ---- the guided first game ----
  'learn.easycome.start': [
    'Nine prizes, four dice from 0 to 5. Hold three prizes, keep them while the others play, and you win. First ' +
      'everybody rolls: the highest total starts.',
    'Neuf prix, quatre dés de 0 à 5. Ayez trois prix, gardez-les pendant que les autres jouent, et c’est gagné. ' +
      'D’abord chacun lance : le plus fort total commence.',
  ],
  'learn.easycome.first': [
    'You have 13, Robin 3: you start. (After a tie, you would roll again.)',
    'Vous avez 13, Robin 3 : vous commencez. (À égalité, on relance.)',
  ],
  'learn.easycome.keep': [
    'Your first roll: 0 2 2 5. It wins no prize. Keep at least one die and roll the others: touch the pair of 2s, then roll.',
    'Votre premier lancer : 0 2 2 5. Il ne donne aucun prix. Gardez au moins un dé et relancez les autres : touchez la paire de 2, '
      + 'puis relancez.',
  ],
  'learn.easycome.frozen': [
    'Dice set aside stay fixed for this turn. You now have a third 2: keep it and roll the last die. You need an even number for '
      + '“three, all even”.',
    'Les dés mis de côté ne bougent plus de ce tour. Voilà un troisième 2 : gardez-le et relancez le dernier dé. Il faut un nombre '
      + 'pair pour le « brelan pair ».',
  ],
  'learn.easycome.take': [
    '2 2 2 4: three equal and a different one, all even. Take the prize! That ends your turn: one prize per turn.',
    '2 2 2 4 : trois égaux et un autre, tous pairs. Prenez le prix ! Cela termine votre tour : un seul prix par tour.',
  ],
  'learn.easycome.try': [
    'Robin took the straight. You have 0 1 2 5: keep 0 1 2 and hope for a 3.',
    'Robin a pris la suite. Vous avez 0 1 2 5 : gardez 0 1 2 et espérez un 3.',
  ],
  'learn.easycome.nothing': [
    'A 5: it wins nothing, and no die is left to roll, so your turn ended. Robin now has two pairs. You may also stop at any time, '
      + 'or leave a prize to try for another.',
    'Un 5 : il ne donne rien et il ne reste plus de dé à relancer, votre tour est donc terminé. Robin a deux paires. On peut aussi '
      + 's’arrêter à tout moment, ou laisser un prix pour en tenter un autre.',
  ],
  'learn.easycome.steal': [
    '1 1 2 2: two pairs! Robin has that prize, but any prize can be stolen. Take it.',
    '1 1 2 2 : deux paires ! C’est Robin qui a ce prix, mais tout prix peut se voler. Prenez-le.',
  ],
  'learn.easycome.third': [
    'Robin got nothing. 2 2 4 5 sums to 13: take your third prize.',
    'Robin n’a rien eu. 2 2 4 5 font 13 : prenez votre troisième prix.',
  ],
  'learn.easycome.hold': [
    'Three prizes! Now they must survive the next two turns. With two players Robin has both turns in a row, and the centre is '
      + 'closed: only stealing is possible. Robin has rolled 1 3 4 5, which sums to 13…',
    'Trois prix ! Ils doivent maintenant tenir deux tours. À deux, Robin joue deux tours de suite, et le centre est fermé : il ne '
      + 'peut que voler. Robin a lancé 1 3 4 5, ce qui fait 13…',
  ],
  'learn.easycome.stolen': [
    '…and takes your 13. You are back to two, the count starts again, and it is your turn. 0 1 1 5 sums to 7: take it.',
    '…et vous prend le 13. Vous n’en avez plus que deux, le compte repart, et c’est à vous. 0 1 1 5 font 7 : prenez-le.',
  ],
  'learn.easycome.double': [
    'Three again. Robin’s first turn: 0 1 4 5 steals nothing of yours.',
    'De nouveau trois. Premier tour de Robin : 0 1 4 5 ne vous vole rien.',
  ],
  'learn.easycome.second': ['Robin’s second turn: 1 2 3 5, nothing again.', 'Second tour de Robin : 1 2 3 5, encore rien.'],
  'learn.easycome.won': [
    'Two turns survived: you win. With three or four players the two turns are those of the next two players.',
    'Deux tours ont passé : c’est gagné. À trois ou quatre, ce sont les tours des deux joueurs suivants.',
  ],
};
