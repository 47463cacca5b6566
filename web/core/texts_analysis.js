// The texts of replay and analysis.
export default {
  mark: ['shown on the board', 'montré sur le plateau'],
  'hint.show': ['Choose a line to see it on the board.', 'Choisissez une ligne pour la voir sur le plateau.'],
  'analysis.tabs': ['Moves and verdicts', 'Coups et verdicts'],
  'tab.moves': ['Moves', 'Coups'],
  'tab.decided': ['What decided', 'Décisif'],
  'tab.players': ['Players', 'Joueurs'],
  'move.good': ['good', 'bien'],
  'move.slip': ['imprecise', 'imprécis'],
  'move.mistake': ['mistake', 'erreur'],
  'move.blunder': ['blunder', 'grosse erreur'],
  'move.better': ['Better: {what}', 'Mieux : {what}'],
  'move.missed': ['Missed: {what}', 'Manqué : {what}'],
  'move.luck': ['luck for {name}', 'chance pour {name}'],
  'moves.earlier': ['Earlier moves', 'Coups précédents'],
  'moves.later': ['Later moves', 'Coups suivants'],
  'moves.none': ['Nothing decided this game by itself.', 'Rien n’a décidé cette partie à lui seul.'],
  'curve.waiting': ['Waiting to begin…', 'En attente…'],
  'curve.progress': ['{done} of {whole} moves judged', '{done} coups analysés sur {whole}'],
  'curve.left': ['about {n} {n|second|seconds} more', 'encore {n} {n|seconde|secondes} environ'],
  'curve.soon': ['a few seconds more', 'encore quelques secondes'],
  'curve.deeper': ['Look deeper', 'Regarder de plus près'],
  'curve.short': [
    'At depth {n} only {judged} of {whole} moves could be judged here, so these numbers stay.',
    'À la profondeur {n}, seuls {judged} coups sur {whole} ont pu être analysés ici : ces chiffres restent.',
  ],
  'curve.stop': ['Stop looking', 'Arrêter la recherche'],
  'curve.stopped': ['Stopped; what was found before stays.', 'Arrêtée ; l’analyse d’avant reste.'],
  depth: ['Depth {n} of {of}.', 'Profondeur {n} sur {of}.'],
  'replay.better': ['Better was:', 'Il y avait mieux :'],
  'replay.keys': ['Arrow keys, Home, End and Space work everywhere here.', 'Les flèches, Début, Fin et Espace marchent partout ici.'],
  'from.back': ['Back to the analysis', 'Retour à l’analyse'],
  'from.about': [
    'The game goes on from this moment, with you and bots. What has happened stays as it was; what chance decides is drawn anew. Your '
      + 'finished game does not change.',
    'La partie repart de ce moment, entre vous et des robots. Ce qui s’est passé reste ; ce que le hasard décide est tiré de nouveau. '
      + 'La partie finie ne change pas.',
  ],
  'from.seat': ['You play as', 'Vous jouez la place de'],
  'from.acts': ['to play', 'à lui de jouer'],
  'from.others': ['The others', 'Les autres'],
  'from.same': ['As they were; bots for people', 'Comme ils étaient ; des robots pour les personnes'],
  'check.brought': [
    'A player brought the first {n|line|{n} lines} from table {table} of their own browser. {n|It is|They are} legal; nothing is '
      + 'proved about {n|its|their} draws.',
    '{n|La première ligne a été apportée|Les {n} premières lignes ont été apportées} par un joueur, de la table {table} de son propre '
      + 'navigateur. {n|Elle est légale|Elles sont légales} ; rien n’est prouvé de {n|ses|leurs} tirages.',
  ],
  'from.brought': [
    'A player brought the first {n|line|{n} lines} of this game from their own browser: {n|it is|they are} legal, but nobody can prove '
      + '{n|its|their} dice.',
    '{n|La première ligne|Les {n} premières lignes} de cette partie {n|a été apportée|ont été apportées} par un joueur depuis son '
      + 'navigateur : {n|elle est légale|elles sont légales}, mais personne ne peut en prouver les dés.',
  ],
  'from.brought.short': [
    'A player brought the first {n|line|{n} lines}: nobody can prove {n|its|their} dice.',
    '{n|La première ligne a été apportée|Les {n} premières lignes ont été apportées} par un joueur : personne ne peut en prouver les dés.',
  ],
  'bring.do': ['Put this game on the server', 'Mettre cette partie sur le serveur'],
  'bring.about': [
    'The server replays this game line by line, and it goes on there. Everybody at the table is told that these lines were brought, '
      + 'and that nobody can prove their dice.',
    'Le serveur rejoue cette partie ligne par ligne, et elle continue là-bas. À la table, chacun apprend que ces lignes ont été '
      + 'apportées, et que personne ne peut en prouver les dés.',
  ],
  'bring.open': ['Somebody elsewhere, by a link', 'Quelqu’un ailleurs, par un lien'],
  'bring.here': ['{name}, on this device', '{name}, sur cet appareil'],
  'bring.link': [
    'The next page has the link to send. Whoever opens it takes the seat as it is, with its cards and its score; the game goes on when '
      + 'all seats are taken.',
    'La page suivante donne le lien à envoyer. Qui l’ouvre prend la place telle qu’elle est, avec ses cartes et ses points ; la partie '
      + 'reprend quand toutes les places sont prises.',
  ],
  'bring.wait': [
    'The game is on the server now. Send the link: it goes on when all seats are taken.',
    'La partie est maintenant sur le serveur. Envoyez le lien : elle reprend quand toutes les places sont prises.',
  ],
  'bring.done': ['The game goes on here, on the server.', 'La partie continue ici, sur le serveur.'],
  'check.from': [
    'The first {n|line is that|{n} lines are those} of table {table}, from where the game was played on. Draws there are not of these '
      + 'seeds, and are checked at that table.',
    '{n|La première ligne est celle|Les {n} premières lignes sont celles} de la table {table}, d’où la partie a repris. Les tirages y '
      + 'viennent d’autres graines, et se vérifient à cette table.',
  ],
  'replay.here': ['Play on from here', 'Jouer à partir d’ici'],
};
