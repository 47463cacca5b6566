// Easy Come Easy Go: the texts of the guided first game. learn.GAME.NOTE is shown at the comment NOTE of lesson.cornet.
/** @type {Record<string, [string, string]>} */
export default {
  'learn.easycome.start': [
    'Nine prizes, four dice from 0 to 5. Hold three prizes, keep them while the others play, and you win. First ' +
      'everybody rolls: the highest total starts.',
    'Neuf prix, quatre dés de 0 à 5. Remportez trois prix, gardez-les pendant que les autres jouent, et c’est gagné. ' +
      'D’abord chacun lance : le plus fort total commence.',
  ],
  'learn.easycome.first': [
    'You have 13, Robin 3: you start. (After a tie, you would roll again.)',
    'Vous avez 13, Robin 3 : vous commencez. (À égalité, on relance.)',
  ],
  'learn.easycome.keep': [
    'Your first roll: 0 2 2 5. It wins no prize. Keep at least one die and roll the others: pick the pair of 2s, then roll.',
    'Votre premier lancer : 0 2 2 5. Il ne donne aucun prix. Gardez au moins un dé et relancez les autres : choisissez la paire de 2, '
      + 'puis relancez.',
  ],
  'learn.easycome.frozen': [
    'Dice set aside stay fixed for this turn. You now have a third 2: keep it and roll the last die. You need an even number for '
      + '“three, all even”.',
    'Les dés mis de côté ne bougent plus pendant ce tour. Voilà un troisième 2 : gardez-le et relancez le dernier dé. Il faut un nombre '
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

  // Kinds of mistakes in a person’s statistics, by the first word of the best choice.
  'mistake.easycome.keep': ['Which dice to keep', 'Les dés à garder'],
  'mistake.easycome.take': ['When to take a prize', 'Quand prendre un prix'],
  'mistake.easycome.stop': ['When to stop', 'Quand s’arrêter'],
};
