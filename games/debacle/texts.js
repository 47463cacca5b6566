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
  'db.chosen': ['chosen', 'choisi'],
  'db.can.pick': ['can move', 'peut bouger'],
  'db.can.flip': ['choose it again to flip it: it will show {n}', 'choisissez-le encore pour le flipper : il montrera {n}'],
  'db.can.-': ['roll here, the die will show {n}', 'rouler ici, le dé montrera {n}'],
  'db.can.x': ['capture it with your {was}, your die will show {n}', 'à capturer avec votre {was}, votre dé montrera {n}'],
  'db.can.@': ['put your {n} back here', 'remettre votre {n} ici'],
  'db.can.+': ['put the recovered {n} here', 'poser ici le {n} récupéré'],

  // ---- the plates ----
  'db.side.red': ['red', 'rouges'],
  'db.side.black': ['black', 'noirs'],
  'db.note.dice': ['{side}: {n} {n|die|dice}', '{side} : {n} {n|dé|dés}'],
  'db.note.moves': ['{side}: {n} {n|move|moves}', '{side} : {n} {n|déplacement|déplacements}'],
  'db.note.bonus': ['{side}: +{n} next turn', '{side} : +{n} au prochain tour'],
  'db.note.bounce': ['{side}: a bounce', '{side} : un rebond'],
  'db.note.return': ['{side}: a return', '{side} : un retour'],
  'db.held': ['{n} of {of} captured, worth {sum}', '{n} sur {of} {n|capturé|capturés}, pour {sum}'],
  'db.target': ['of {n}', 'sur {n}'],
  'db.pace': ['{played} played, {n} to play', '{played} {played|joué|joués}, {n} à jouer'],
  'db.pace.bounce': ['a free bounce', 'un rebond gratuit'],
  'db.pace.return': ['A return costs no move.', 'Le retour ne coûte pas de déplacement.'],
  'db.pace.recover': ['A recovery costs no move.', 'La récupération ne coûte pas de déplacement.'],
  'db.round': ['Round {n}', 'Manche {n}'],
  'db.round.ends': [
    '{captures} captures end it; captured dice are the points.',
    '{captures} captures y mettent fin ; les dés capturés font les points.',
  ],
  'db.round.once': [
    '{captures} captures end it; more points win the game.',
    '{captures} captures y mettent fin ; le plus de points gagne la partie.',
  ],
  'db.once': ['One die per turn can be recovered.', 'On récupère un dé par tour au plus.'],
  'db.tag.bounce': ['bounce', 'rebond'],
  'db.tag.return': ['to camp', 'au camp'],
  'db.mark.best': ['better', 'mieux'],
  'db.mark.played': ['played', 'joué'],

  // ---- what can be done ----
  'db.ask': ['{n} {n|move|moves}: touch one of your dice.', '{n} {n|déplacement|déplacements} : touchez un de vos dés.'],
  'db.ask.to': ['Your {n} on {square}: where does it go?', 'Votre {n} en {square} : où va-t-il ?'],
  'db.ask.flip': ['Flip your {n} on {square}?', 'Flipper votre {n} en {square} ?'],
  'db.ask.roll': ['Roll your {was} to {to}?', 'Faire rouler votre {was} en {to} ?'],
  'db.ask.capture': ['Capture the {taken} with your {was}?', 'Capturer le {taken} avec votre {was} ?'],
  'db.ask.return': ['Where in your camp does your {was} go?', 'Où remettre votre {was} dans votre camp ?'],
  'db.ask.recover': ['Recover your captured {was}?', 'Récupérer votre {was} capturé ?'],
  'db.ask.bounce': ['Bounce: your {n} may move again.', 'Rebond : votre {n} peut rejouer.'],
  'db.ask.end': [
    'Your moves are done: end the turn, or take one back.',
    'Vos déplacements sont joués : terminez le tour, ou reprenez un coup.',
  ],
  'db.ask.none': ['Nothing left to do: end the turn.', 'Plus rien à faire : terminez le tour.'],
  'db.why.moves': [
    'Rolling adds one, flipping shows the opposite side, a capture takes over the value.',
    'Rouler ajoute un, flipper montre la face opposée, capturer fait prendre la valeur.',
  ],
  'db.why.bonus': ['{name} recovered a die: you have more moves.', '{name} a récupéré un dé : vous avez plus de déplacements.'],
  'db.why.recovered': ['No other recovery this turn.', 'Plus de récupération ce tour-ci.'],
  'db.why.flip': ['Touch it again to flip it: it will show {n}.', 'Touchez-le encore pour le flipper : il montrera {n}.'],
  'db.why.roll': ['It will show {n}.', 'Il montrera {n}.'],
  'db.why.roll.camp': ['It will show {n} and return to your camp.', 'Il montrera {n} et retournera dans votre camp.'],
  'db.why.capture': ['Your die will show {n} and may bounce.', 'Votre dé montrera {n} et pourra rebondir.'],
  'db.why.capture.camp': [
    'Your die will show {n}, may bounce, and must return to your camp.',
    'Votre dé montrera {n}, pourra rebondir et devra retourner au camp.',
  ],
  'db.why.last': ['The capture number {ends} ends the round.', 'La capture numéro {ends} termine la manche.'],
  'db.why.return': [
    'It has reached the enemy camp: it returns to yours and keeps its value.',
    'Il a atteint le camp adverse : il rentre dans le vôtre et garde sa valeur.',
  ],
  'db.why.return.bounce': [
    'It has reached the enemy camp. It may bounce first, and then it must return.',
    'Il a atteint le camp adverse. Il peut d’abord rebondir ; ensuite il doit rentrer.',
  ],
  'db.why.bounce': [
    'It has captured, so this move is free. If you move another die, you lose it.',
    'Il vient de capturer : c’est gratuit. Jouer un autre dé, c’est y renoncer.',
  ],
  'db.why.bounce.only': ['It has captured, so this move is free.', 'Il vient de capturer : c’est gratuit.'],
  'db.why.recover': [
    'All your dice show {value}. In exchange, {name} gets {n} more {n|move|moves} next turn.',
    'Tous vos dés montrent {value}. En échange, {name} aura {n} {n|déplacement|déplacements} de plus au prochain tour.',
  ],
  'db.do.flip': ['Flip {square}', 'Flipper {square}'],
  'db.do.roll': ['Roll to {to}', 'Rouler en {to}'],
  'db.do.capture': ['Capture the {taken}', 'Capturer le {taken}'],
  'db.do.return': ['Put it on {to}', 'Le poser en {to}'],
  'db.do.recover': ['Recover the {was} on {to}', 'Récupérer le {was} en {to}'],
  'db.do.end': ['End the turn', 'Terminer le tour'],

  // ---- heard ----
  'db.hear.opens': ['You play the {side} dice, from row {row}.', 'Vous jouez les {side}, depuis la rangée {row}.'],
  'db.hear.goal': ['{to}, becomes {n}', '{to}, devient {n}'],
  'db.hear.capture': ['capture {to}, becomes {n}', 'capture en {to}, devient {n}'],
  'db.hear.flip': ['flip, becomes {n}', 'flipper, devient {n}'],
  'db.hear.goals': ['{square}: {goals}.', '{square} : {goals}.'],

  // ---- what happened ----
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
  'db.tell.roll': [
    '{name} rolls the {was} from {from} to {to}: it becomes {becomes}.',
    '{name} fait rouler le {was} de {from} à {to} : il devient {becomes}.',
  ],
  'db.tell.roll.you': [
    'You roll your {was} from {from} to {to}: it becomes {becomes}.',
    'Vous faites rouler votre {was} de {from} à {to} : il devient {becomes}.',
  ],
  'db.tell.capture': [
    '{name} captures the {taken} on {to} with the {was} from {from}, which becomes {becomes}.',
    '{name} capture le {taken} en {to} avec le {was} de {from}, qui devient {becomes}.',
  ],
  'db.tell.capture.me': [
    '{name} captures your {taken} on {to} with the {was} from {from}, which becomes {becomes}.',
    '{name} capture votre {taken} en {to} avec le {was} de {from}, qui devient {becomes}.',
  ],
  'db.tell.capture.you': [
    'You capture the {taken} on {to} with your {was} from {from}, which becomes {becomes}.',
    'Vous capturez le {taken} en {to} avec votre {was} de {from}, qui devient {becomes}.',
  ],
  'db.tell.flip': ['{name} flips {from}: the {was} becomes {becomes}.', '{name} flippe {from} : le {was} devient {becomes}.'],
  'db.tell.flip.you': ['You flip {from}: the {was} becomes {becomes}.', 'Vous flippez {from} : le {was} devient {becomes}.'],
  'db.tell.return': ['{name} puts the {was} back in camp, on {to}.', '{name} remet le {was} au camp, en {to}.'],
  'db.tell.return.you': ['You put the {was} back in your camp, on {to}.', 'Vous remettez le {was} dans votre camp, en {to}.'],
  'db.tell.recover': ['{name} recovers the {was} on {to}.', '{name} récupère le {was}, en {to}.'],
  'db.tell.recover.you': ['You recover your {was} on {to}.', 'Vous récupérez votre {was}, en {to}.'],
  'db.tell.bonus': ['{name} gets {n} more {n|move|moves}.', '{name} aura {n} {n|déplacement|déplacements} de plus.'],
  'db.tell.bonus.you': ['You get {n} more {n|move|moves}.', 'Vous aurez {n} {n|déplacement|déplacements} de plus.'],
  'db.tell.owed': ['It has reached the enemy camp and must return.', 'Il a atteint le camp adverse et doit rentrer.'],
  'db.tell.round': ['Round {n} ends: {list}.', 'La manche {n} se termine : {list}.'],
  'db.where': [
    'The {side} dice: {dice}. {held} of {of} captured, worth {sum}; {score} points before this round.',
    'Les {side} : {dice}. {held} sur {of} {held|capturé|capturés}, pour {sum} ; {score} {score|point|points} avant cette manche.',
  ],
  'db.where.die': ['{n} on {square}', '{n} en {square}'],

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
