// Débâcle: the browser's texts, English and French side by side (see texts.js).
export default {
  // ---- names ----
  'title.debacle': ['Débâcle', 'Débâcle'],
  'quick.debacle': ['One quick round', 'Une manche rapide'],
  'whole.debacle': ['To 30 points', 'En 30 points'],
  'agent.cautious': ['Cautious', 'Prudent'],
  'agent.engine': ['Engine', 'Moteur'],
  'db.points': ['{n|{n} point|{n} points}', '{n|{n} point|{n} points}'],
  'db.end': ['{list} points.', '{list} points.'],

  // ---- options of a new table ----
  'opt.debacle.first': ['Who starts', 'Qui commence'],
  'opt.debacle.first.=1': ['Red', 'Rouge'],
  'opt.debacle.first.=1.about': [
    'Seat 1 moves first in the first round; then the start changes sides.',
    'La place 1 commence la première manche ; ensuite, chacun son tour.',
  ],
  'opt.debacle.first.=2': ['Black', 'Noir'],
  'opt.debacle.first.=2.about': ['Seat 2 moves first in the first round.', 'La place 2 commence la première manche.'],
  'opt.debacle.first.=random': ['By chance', 'Au hasard'],
  'opt.debacle.first.=random.about': ['A draw decides who moves first.', 'Le sort décide qui commence.'],
  'opt.debacle.setup': ['Dice at the start', 'Dés au départ'],
  'opt.debacle.setup.=standard': ['1 to 6', 'De 1 à 6'],
  'opt.debacle.setup.=standard.about': ['As each player sees them from left to right.', 'De gauche à droite, vus de chaque côté.'],
  'opt.debacle.setup.=random': ['Shuffled', 'Mélangés'],
  'opt.debacle.setup.=random.about': [
    'The same random order for both, a new one each round.',
    'Le même ordre au hasard pour les deux, un nouveau à chaque manche.',
  ],
  'opt.debacle.setup.=': ['A position of your own', 'Une position à vous'],
  'opt.debacle.setup.=.about': [
    'As a line of text; the last chapter of the rules shows how.',
    'En une ligne de texte ; le dernier chapitre des règles dit comment.',
  ],
  'opt.debacle.target': ['Points to win', 'Points pour gagner'],
  'opt.debacle.target.about': [
    'A round scores 5 to 30 points; with 1, a single round decides.',
    'Une manche rapporte de 5 à 30 points ; à 1, une seule manche décide.',
  ],

  'opt.debacle.recover': ['Recovering captured dice', 'Récupérer des dés capturés'],
  'opt.debacle.recover.=any': ['As often as possible', 'Sans limite'],
  'opt.debacle.recover.=any.about': [
    'While all your dice show the same value: the original rule.',
    'Tant que tous vos dés montrent la même valeur : la règle d’origine.',
  ],
  'opt.debacle.recover.=once': ['Once per turn', 'Une fois par tour'],
  'opt.debacle.recover.=once.about': [
    'At most one die per turn: games take about a third fewer turns.',
    'Un dé par tour au plus : la partie compte environ un tiers de tours en moins.',
  ],

  // ---- the board ----
  'db.board': [
    'The board, six by six. Arrows move between the squares; a letter and a digit go to one.',
    'Le plateau, six sur six. Les flèches vont de case en case ; une lettre et un chiffre mènent à une case.',
  ],
  'db.red': ['red', 'rouge'],
  'db.black': ['black', 'noir'],
  'db.die': ['{side} {n}', '{n} {side}'],
  'db.empty': ['empty', 'vide'],
  'db.can.pick': ['can move', 'peut bouger'],
  'db.can.-': ['roll here', 'rouler ici'],
  'db.can.x': ['capture', 'capturer'],
  'db.can.@': ['put the die back here', 'remettre le dé ici'],
  'db.can.+': ['put the recovered die here', 'poser le dé récupéré ici'],
  'db.moves': ['{n} {n|move|moves} left', 'encore {n} {n|déplacement|déplacements}'],
  'db.bonus': ['+{n} next turn', '+{n} au prochain tour'],
  'db.held': ['{n} captured, worth {sum}', '{n} {n|capturé|capturés}, pour {sum}'],
  'db.round': [
    'Round {n}. {captures} captures end it; captured dice are the points.',
    'Manche {n}. {captures} captures y mettent fin ; les dés capturés font les points.',
  ],
  'db.once': ['One die per turn can be recovered.', 'On récupère un dé par tour au plus.'],
  'db.ask': ['{n} {n|move|moves}: touch one of your dice.', '{n} {n|déplacement|déplacements} : touchez un de vos dés.'],
  'db.ask.to': ['{square}: touch where it goes.', '{square} : touchez où il va.'],
  'db.ask.bounce.only': ['A bounce: this die may move again, free.', 'Rebond : ce dé peut bouger encore, gratuitement.'],
  'db.ask.bounce': [
    'A bounce: this die may move again, free. Or move another.',
    'Rebond : ce dé peut bouger encore, gratuitement. Ou bougez-en un autre.',
  ],
  'db.ask.owed': [
    'Your die is in the enemy camp: put it back on your own row.',
    'Votre dé est dans le camp adverse : remettez-le sur votre rangée.',
  ],
  'db.ask.owed.bounce': [
    'Bring this die back to your row, now or after its bounce.',
    'Ramenez ce dé au camp, maintenant ou après le rebond.',
  ],
  'db.ask.end': [
    'Your moves are done: end the turn, or take one back.',
    'Vos déplacements sont joués : terminez le tour, ou reprenez un coup.',
  ],
  'db.ask.recovered': [
    '{n} {n|move|moves}: touch one of your dice. No other recovery this turn.',
    '{n} {n|déplacement|déplacements} : touchez un de vos dés. Plus de récupération ce tour-ci.',
  ],
  'db.ask.none': ['Nothing left to do: end the turn.', 'Plus rien à faire : terminez le tour.'],
  'db.do.flip': ['Flip {square}', 'Flipper {square}'],
  'db.do.return': ['Back to {square}', 'Retour en {square}'],
  'db.do.recover': ['Recover a die on {square}', 'Récupérer un dé en {square}'],
  'db.do.end': ['End the turn', 'Terminer le tour'],
  'db.hear.opens': ['You play {side}, from row {row}.', 'Vous jouez les dés de couleur {side}, depuis la rangée {row}.'],
  'db.hear.taken': ['It takes a {n}.', 'Il prend un {n}.'],
  'db.hear.shows': ['{square} shows {n}.', '{square} montre {n}.'],
  'db.hear.die': ['{square} {n}', '{square} {n}'],
  'db.hear.side': ['{name}, {side}:', '{name}, {side} :'],
  'db.hear.side.you': ['You, {side}:', 'Vous, {side} :'],
  'db.hear.flip': ['flip', 'flipper'],
  'db.hear.goals': ['{square} can go: {goals}.', '{square} peut aller : {goals}.'],
  'db.say.first': ['{name} starts.', '{name} commence.'],
  'db.say.first.you': ['You start.', 'Vous commencez.'],
  'db.say.setup': ['The dice stand: {dice}.', 'Disposition : {dice}.'],
  'db.say.roll': ['{name} rolls {from} to {to}.', '{name} fait rouler son dé de {from} à {to}.'],
  'db.say.roll.you': ['You roll {from} to {to}.', 'Vous faites rouler votre dé de {from} à {to}.'],
  'db.say.capture': ['{name} captures on {to} from {from}.', '{name} capture en {to} depuis {from}.'],
  'db.say.capture.you': ['You capture on {to} from {from}.', 'Vous capturez en {to} depuis {from}.'],
  'db.say.flip': ['{name} flips {from}.', '{name} flippe {from}.'],
  'db.say.flip.you': ['You flip {from}.', 'Vous flippez {from}.'],
  'db.say.return': ['{name} puts the die back on {to}.', '{name} remet le dé en {to}.'],
  'db.say.return.you': ['You put the die back on {to}.', 'Vous remettez le dé en {to}.'],
  'db.say.recover': ['{name} recovers a die on {to}.', '{name} récupère un dé en {to}.'],
  'db.say.recover.you': ['You recover a die on {to}.', 'Vous récupérez un dé en {to}.'],
  'db.say.end': ['{name} ends the turn.', '{name} termine son tour.'],
  'db.say.end.you': ['You end your turn.', 'Vous terminez votre tour.'],

  // ---- the guided first game ----
  'learn.debacle.start': [
    'You are red and play upwards. A turn has up to two moves. First a roll: one square forward or sideways onto an empty square, '
      + 'and the value goes up by one (6 becomes 1). Touch the 4 on d3, then d4.',
    'Vous êtes rouge et montez. Un tour compte deux déplacements au plus. D’abord rouler : une case en avant ou de côté, sur une '
      + 'case vide, et la valeur augmente de un (6 devient 1). Touchez le 4 en d3, puis d4.',
  ],
  'learn.debacle.flip': [
    'It is a 5 now. Second move, a flip: the die stays and turns over; opposite sides sum to 7. Touch the 3 on a1 and flip it. '
      + '(Never the same die twice in a row.)',
    'C’est un 5 maintenant. Second déplacement, flipper : le dé reste en place et se retourne, les faces opposées font 7. Touchez '
      + 'le 3 en a1 et flippez-le. (Jamais deux fois de suite le même dé.)',
  ],
  'learn.debacle.end': [
    'Two moves are done: end the turn. You may always end it early.',
    'Deux déplacements sont joués : terminez le tour. On peut toujours le terminer plus tôt.',
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
    'Cinq captures terminent la manche. Chacun marque la valeur des dés capturés : vous 16, Robin 8. Le premier à atteindre le but '
      + 'gagne : 30 dans une vraie partie, 10 ici.',
  ],
};
