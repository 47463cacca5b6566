// The texts of replay and analysis.
export default {
  mark: ['shown on the board', 'montré sur le plateau'],
  'hint.show': ['Choose a line to see it on the board.', 'Choisissez une ligne pour la voir sur le plateau.'],
  'analysis.tabs': ['Moves and verdicts', 'Coups et verdicts'],
  'tab.moves': ['Moves', 'Coups'],
  'tab.decided': ['What decided', 'Décisif'],
  'tab.players': ['Players', 'Joueurs'],
  moment: ['This moment', 'Ce moment'],
  'moment.decisive': ['The decisive moment', 'Le moment décisif'],
  'moment.best': ['best', 'le meilleur'],
  'moment.played': ['played', 'joué'],
  'moment.right': ['played, and best', 'joué, et le meilleur'],
  'moment.next': ['second best', 'le deuxième'],
  'moment.mistake': ['Next mistake', 'Erreur suivante'],
  'analysis.of': ['{game}: analysis', '{game} : analyse'],
  'move.good': ['good', 'bien'],
  'move.slip': ['imprecise', 'imprécis'],
  'move.mistake': ['mistake', 'erreur'],
  'move.blunder': ['blunder', 'grosse erreur'],
  'move.better': ['Better: {what}', 'Mieux : {what}'],
  'move.missed': ['Missed: {what}', 'Manqué : {what}'],
  'move.luck': ['luck for {name}', 'chance pour {name}'],
  'moves.earlier': ['Earlier moves', 'Coups précédents'],
  'moves.later': ['Later moves', 'Coups suivants'],
  'moves.none': ['No single move decided this game.', 'Aucun coup n’a décidé cette partie à lui seul.'],
  'curve.waiting': ['Waiting to begin…', 'En attente…'],
  'curve.progress': ['{done} of {whole} moves judged', '{done} coups analysés sur {whole}'],
  'curve.left': ['about {n} {n|second|seconds} more', 'encore {n} {n|seconde|secondes} environ'],
  'curve.soon': ['a few seconds more', 'encore quelques secondes'],
  'curve.deeper': ['Analyse deeper', 'Analyser plus profondément'],
  'curve.short': [
    'At depth {n} only {judged} of {whole} moves could be analysed here, so the previous numbers stay.',
    'À la profondeur {n}, seuls {judged} coups sur {whole} ont pu être analysés ici : les chiffres précédents restent.',
  ],
  'curve.stop': ['Stop the analysis', 'Arrêter l’analyse'],
  'curve.stopped': ['Stopped; the previous analysis stays.', 'Arrêtée ; l’analyse précédente reste.'],
  depth: ['Depth {n} of {of}.', 'Profondeur {n} sur {of}.'],
  'replay.better': ['Better:', 'Il y avait mieux :'],
  'replay.keys': ['Arrow keys, Home, End and Space work everywhere here.', 'Les flèches, Début, Fin et Espace marchent partout ici.'],
  'from.back': ['Back to the analysis', 'Retour à l’analyse'],
  'from.about': [
    'The game continues from this moment, with you and bots. The past stays as it was; new dice and cards are drawn. Your finished '
      + 'game does not change.',
    'La partie repart de ce moment, entre vous et des robots. Le passé ne change pas ; les dés et les cartes sont tirés de nouveau. '
      + 'La partie finie reste telle quelle.',
  ],
  'from.seat': ['You play as', 'Vous jouez la place de'],
  'from.acts': ['to play', 'à lui de jouer'],
  'from.others': ['The others', 'Les autres'],
  'from.same': ['As they were; bots for people', 'Comme ils étaient ; des robots pour les personnes'],
  'check.imported': [
    'A player imported the first {n|line|{n} lines} from table {table} of their own browser. {n|It is|They are} legal; nothing can '
      + 'be proved about {n|its|their} draws.',
    'Un joueur a importé {n|la première ligne|les {n} premières lignes} de la table {table} de son propre navigateur. {n|Elle est '
      + 'légale|Elles sont légales} ; on ne peut rien prouver sur {n|ses|leurs} tirages.',
  ],
  'from.imported': [
    'A player imported the first {n|line|{n} lines} of this game from their own browser: {n|it is|they are} legal, but nobody can '
      + 'prove {n|its|their} dice.',
    'Un joueur a importé {n|la première ligne|les {n} premières lignes} de cette partie depuis son navigateur : {n|elle est '
      + 'légale|elles sont légales}, mais on ne peut rien prouver sur {n|ses|leurs} dés.',
  ],
  'from.imported.short': [
    'A player imported the first {n|line|{n} lines}: nobody can prove {n|its|their} dice.',
    '{n|La première ligne est importée : ses dés ne sont pas prouvés'
      + '|Les {n} premières lignes sont importées : leurs dés ne sont pas prouvés}.',
  ],
  'bring.do': ['Move this game to the server', 'Transférer cette partie sur le serveur'],
  'bring.about': [
    'The server replays this game line by line and continues it. It notifies everybody at the table that these lines were imported '
      + 'and that nobody can prove their dice.',
    'Le serveur rejoue cette partie ligne par ligne et la continue. Chacun à la table est averti que ces lignes ont été importées '
      + 'et qu’on ne peut rien prouver sur leurs dés.',
  ],
  'bring.open': ['Somebody elsewhere, by link', 'Quelqu’un ailleurs, par un lien'],
  'bring.here': ['{name}, on this device', '{name}, sur cet appareil'],
  'bring.link': [
    'The next page has the link to send. Whoever opens it takes the seat with its cards and score; the game continues when all '
      + 'seats are taken.',
    'La page suivante donne le lien à envoyer. La personne qui l’ouvre prend la place avec ses cartes et ses points ; la partie '
      + 'reprend quand toutes les places sont prises.',
  ],
  'bring.wait': [
    'The game is on the server now. Send the link: the game continues when all seats are taken.',
    'La partie est maintenant sur le serveur. Envoyez le lien : elle reprend quand toutes les places sont prises.',
  ],
  'bring.done': ['The game continues here, on the server.', 'La partie continue ici, sur le serveur.'],
  'check.from': [
    'The first {n|line is that|{n} lines are those} of table {table}, from which this game continues. Their draws come from other '
      + 'seeds and are checked at that table.',
    '{n|La première ligne est celle|Les {n} premières lignes sont celles} de la table {table}, d’où la partie a repris. Leurs '
      + 'tirages viennent d’autres graines et se vérifient à cette table.',
  ],
  'end.podium.label': ['The places', 'Le classement'],
  'end.place': ['place {n}', 'place {n}'],
  'end.podium': ['Podium', 'Podium'],
  'end.table': ['The table', 'La table'],
  'end.story': ['The story of the game', 'Le récit de la partie'],
  'end.turning': ['The turning point', 'Le tournant'],
  'end.move': ['move {n}', 'coup {n}'],
  'end.look': ['See this moment', 'Revoir ce moment'],
  'end.best': ['Your best move', 'Votre meilleur coup'],
  'end.best.words': ['{what} (instead of: {next}):', '{what} (au lieu de : {next}) :'],
  'end.best.gain': ['{gain} better.', '{gain} de mieux.'],
  'end.balance': ['Luck and mistakes', 'Chance et erreurs'],
  'end.mistakes': ['Mistakes', 'Erreurs'],
  'end.dice.you': ['Your luck', 'Votre chance'],
  'end.dice.of': ['{name}’s luck', 'Chance de {name}'],
  'end.errors.you': ['Your mistakes', 'Vos erreurs'],
  'end.errors.of': ['{name}’s mistakes', 'Erreurs de {name}'],
  'end.review': ['{n|Review the mistake|Review {n} mistakes}', '{n|Revoir l’erreur|Revoir {n} erreurs}'],
  'end.won.luck': ['Luck was with you this time.', 'La chance était avec vous, cette fois.'],
  'end.won.luck.better': [
    'Good luck, and better choices than {name}: well played.', 'De la chance, et de meilleurs choix que {name} : bien joué.',
  ],
  'end.won.skill': ['You chose better than {name}: well played.', 'Vous avez mieux choisi que {name} : bien joué.'],
  'end.won.even': ['Well played.', 'Bien joué.'],
  'end.lost.luck': ['Luck was against you this time.', 'La chance était contre vous, cette fois.'],
  'end.lost.luck.better': ['You chose better than {name}; luck decided.', 'Vous avez mieux choisi que {name} ; la chance a tranché.'],
  'end.lost.mistakes': [
    '{name} chose better. Your costliest choice is worth a look.', '{name} a mieux choisi. Votre choix le plus coûteux vaut un coup d’œil.',
  ],
  'end.lost.own': ['Some choices can be better next time.', 'Quelques choix peuvent être meilleurs la prochaine fois.'],
  'end.lost.even': ['Hardly a mistake on your side. A rematch?', 'Presque aucune erreur de votre part. Une revanche ?'],
  'replay.here': ['Play on from here', 'Rejouer à partir d’ici'],
};
