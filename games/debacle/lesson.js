// Débâcle: the texts of the guided first game. learn.GAME.NOTE is shown at the comment NOTE of lesson.cornet.
/** @type {Record<string, [string, string]>} */
export default {
  'learn.debacle.start': [
    'You are red and play upwards. A turn has up to two moves. First a roll: one square forward or sideways onto an empty square, '
      + 'and the value goes up by one (6 becomes 1). Pick the 4 on d3, then d4.',
    'Vous êtes rouge et montez. Un tour compte deux déplacements au plus. D’abord rouler : une case en avant ou de côté, sur une '
      + 'case vide, et la valeur augmente de un (6 devient 1). Choisissez le 4 en d3, puis d4.',
  ],
  'learn.debacle.flip': [
    'It is a 5 now. Second move, a flip: the die stays and turns over; opposite sides sum to 7. Pick the 3 on a1 and flip it. '
      + '(Never the same die twice in a row.)',
    'C’est un 5 maintenant. Second déplacement, flipper : le dé reste en place et se retourne, les faces opposées font 7. Choisissez '
      + 'le 3 en a1 et flippez-le. (Jamais deux fois de suite le même dé.)',
  ],
  'learn.debacle.end': [
    'Two moves are done: end the turn. You may end it early, but in the tournament form every turn must have a roll forward or a '
      + 'capture, if possible.',
    'Deux déplacements sont joués : terminez le tour. Vous pouvez le terminer plus tôt, mais avec la règle tournoi il faut à '
      + 'chaque tour avancer un dé ou capturer, si possible.',
  ],
  'learn.debacle.capture': [
    'Robin rolled a die nearer. Capture: a die captures a smaller one next to it, also backwards. Your 5 on d4 captures the 3 on d5.',
    'Robin a avancé un dé. Capturer : un dé en capture un plus petit à côté de lui, même en arrière. Votre 5 en d4 capture le 3 en d5.',
  ],
  'learn.debacle.bounce': [
    'Your die took over the value 3, and it may bounce: one more move, for free. Roll it on to d6, the enemy’s camp.',
    'Votre dé a pris la valeur 3, et il peut rebondir : un déplacement de plus, gratuit. Faites-le rouler en d6, dans le camp adverse.',
  ],
  'learn.debacle.return': [
    'A die in the enemy’s camp must go back to your own row, on a square you choose, value unchanged. Put it on d1.',
    'Un dé arrivé dans le camp adverse doit revenir sur votre rangée, sur la case de votre choix, avec sa valeur. Posez-le en d1.',
  ],
  'learn.debacle.same': [
    'You have one move left. Roll the 3 on f1 to f2: it becomes a 4, and then all your dice show 4…',
    'Il vous reste un déplacement. Faites rouler le 3 de f1 en f2 : il devient 4, et tous vos dés montrent alors 4…',
  ],
  'learn.debacle.recover': [
    'All your dice are equal: you may recover your captured die of lowest value. Put it on b1.',
    'Tous vos dés sont égaux : vous pouvez récupérer votre dé capturé de plus petite valeur. Posez-le en b1.',
  ],
  'learn.debacle.bonus': [
    'The 1 is back. In exchange Robin gets one bonus move (two for a 4, 5 or 6). End the turn.',
    'Le 1 est revenu. En échange, Robin a un déplacement de plus (deux pour un 4, 5 ou 6). Terminez le tour.',
  ],
  'learn.debacle.one': [
    'Robin came too close. Your 4 on f2 captures the 1 on f3 and becomes a 1.',
    'Robin s’est trop approché. Votre 4 en f2 capture le 1 en f3 et devient un 1.',
  ],
  'learn.debacle.beats': [
    'A 1 captures anything but another 1. Bounce: your 1 captures the 6 on e3. Equal dice never capture each other.',
    'Un 1 capture tout, sauf un autre 1. Rebondissez : votre 1 capture le 6 en e3. Deux dés égaux ne se capturent jamais.',
  ],
  'learn.debacle.won': [
    'Five captures end the round. Each side scores the values of the dice it holds: you 16, Robin 8. The first to reach the target '
      + 'wins: 30 in a real game, 10 here.',
    'Cinq captures terminent la manche. Chacun marque la valeur des dés capturés : vous 16, Robin 8. Le premier qui atteint le score '
      + 'voulu gagne : 30 dans une vraie partie, 10 ici.',
  ],

  // Kinds of mistakes in a person’s statistics, by the first word of the best choice.
  'mistake.debacle.move': ['Which die to move', 'Le dé à déplacer'],
  'mistake.debacle.end': ['When to end the turn', 'Quand finir le tour'],
};
