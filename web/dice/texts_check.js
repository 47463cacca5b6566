// The texts of the fair-dice page. They are loaded with it.
import { TEXTS } from '../core/texts.js';

Object.assign(TEXTS, {
  'check.title': ['Fair dice', 'Dés vérifiables'],
  'check.lead': [
    'Nobody at the table, not even the server, can choose the dice. When a game is over, your browser can check every roll here.',
    'Personne à la table, pas même le serveur, ne peut choisir les dés. Une fois la partie finie, votre navigateur peut vérifier '
      + 'ici chaque lancer.',
  ],
  'check.how.1': [
    'Before the game the server picks a secret seed and shows its SHA-256: from then on it cannot change the seed.',
    'Avant la partie, le serveur choisit une graine secrète et en montre le SHA-256 : dès lors, il ne peut plus la changer.',
  ],
  'check.how.2': [
    'Every player’s browser also picks a seed and shows its SHA-256. It stores the list of all of these, and reveals its seed once '
      + 'everybody has stored the list. So nobody chooses last.',
    'Le navigateur de chaque joueur choisit aussi une graine et en montre le SHA-256. Il enregistre la liste de tous, et révèle sa '
      + 'graine quand tout le monde a enregistré cette liste. Personne ne choisit donc en dernier.',
  ],
  'check.how.3': [
    'The list and the seeds together give a key, and draw number n is HMAC-SHA-256 of n under it. The number picks one of the possible '
      + 'outcomes, each with its exact odds.',
    'La liste et les graines ensemble donnent une clé, et le tirage numéro n est le HMAC-SHA-256 de n sous cette clé. Ce nombre '
      + 'choisit l’une des issues possibles, chacune avec sa probabilité exacte.',
  ],
  'check.how.4': [
    'After the game the server shows its seed, and everything can be computed again.',
    'Après la partie, le serveur montre sa graine, et tout peut être recalculé.',
  ],
  'check.table': ['The table’s name or link', 'Le nom ou le lien de la table'],
  'check.go': ['Check', 'Vérifier'],
  'check.busy': ['Checking…', 'Vérification…'],
  'check.own': [
    'This game used the players’ own dice: nothing can be proved.',
    'Cette partie a été jouée avec les dés des joueurs : on ne peut rien prouver sur ces lancers.',
  ],
  'check.notover': [
    'This game is not over. The server reveals its seed at the end; then the dice can be checked.',
    'Cette partie n’est pas finie. Le serveur révélera sa graine à la fin ; les dés pourront alors être vérifiés.',
  ],
  'check.missing': [
    'This table does not exist, or its record has no fair dice.',
    'Cette table n’existe pas, ou son enregistrement n’a pas de dés vérifiables.',
  ],
  'check.good': [
    '{n|The one draw is|All {n} draws are} what the seeds say.',
    '{n|Le seul tirage est bien celui|Les {n} tirages sont bien ceux} que donnent les graines.',
  ],
  'check.good.0': [
    'This game has no dice to check, and its seed is the one promised.',
    'Cette partie n’a pas de dés à vérifier, et sa graine est celle promise.',
  ],
  'check.bad': ['Something is wrong. Do not trust this game.', 'Quelque chose ne va pas. Ne vous fiez pas à cette partie.'],
  'check.commit': [
    'The server’s seed is the one it promised: its SHA-256 is the commitment.',
    'La graine du serveur est celle promise : son SHA-256 est l’engagement.',
  ],
  'check.kept': [
    'The commitment is the one this browser saw before the game.',
    'L’engagement est celui que ce navigateur a vu avant la partie.',
  ],
  'check.mine': [
    'Your own seed, stored in this browser, is part of the dice.',
    'Votre propre graine, enregistrée dans ce navigateur, fait partie des dés.',
  ],
  'check.others': [
    '{n} {n|player’s seed is|players’ seeds are} part of the dice.',
    '{n} {n|graine de joueur fait|graines de joueurs font} partie des dés.',
  ],
  'check.seats': ['Every seed is the one its seat promised.', 'Chaque graine est celle que sa place avait promise.'],
  'check.list': [
    'The list of commitments and settings is the one this browser stored before it revealed your seed.',
    'La liste des engagements et des réglages est celle que ce navigateur a enregistrée avant de révéler votre graine.',
  ],
  'check.lines': [
    'Lines of the game that were shown here: {n} of {of}. They match the record.',
    'Lignes de la partie montrées ici : {n} sur {of}. Elles correspondent à l’enregistrement.',
  ],
  'check.broken': [
    '{n} {n|attempt was|attempts were} broken off after your seed was opened: whoever failed then, together with the server, had a choice.',
    '{n} {n|essai a été interrompu|essais ont été interrompus} après la révélation de votre graine : le joueur défaillant avait '
      + 'alors, avec le serveur, un choix.',
  ],
  'check.failed.list': [
    'Seat {n} promised a seed and did not answer before any was revealed: the exchange started again without it.',
    'La place {n} a promis une graine et n’a pas répondu, avant qu’aucune ne soit révélée : l’échange a recommencé sans elle.',
  ],
  'check.failed.reveal': [
    'Seat {n} promised a seed and did not reveal it: the exchange started again without it.',
    'La place {n} a promis une graine et ne l’a pas révélée : l’échange a recommencé sans elle.',
  ],
  'check.proof.bound': [
    'Proved, for you: all seeds were bound before yours was opened. Neither the server nor the other players together could choose '
      + 'these dice.',
    'Prouvé, pour vous : toutes les graines étaient fixées avant que la vôtre ne soit révélée. Ni le serveur ni les autres joueurs '
      + 'ensemble ne pouvaient choisir ces dés.',
  ],
  'check.proof.seed': [
    'Proved: your seed is part of these dice. Not proved: that the others were bound before yours was opened; only a kept transcript '
      + 'shows that.',
    'Prouvé : votre graine fait partie de ces dés. Non prouvé : que les autres étaient fixées avant la révélation de la vôtre ; seule '
      + 'une transcription gardée le montre.',
  ],
  'check.proof.none': [
    'Proved: the dice follow from the seeds in the record. Not proved: that nobody chose a seed after seeing the others; a player’s '
      + 'transcript shows that.',
    'Prouvé : les dés découlent des graines de l’enregistrement. Non prouvé : que personne n’a choisi sa graine après avoir vu les '
      + 'autres ; la transcription d’un joueur le montre.',
  ],
  'check.given': ['Use a transcript or seed stored elsewhere', 'Utiliser une transcription ou une graine enregistrée ailleurs'],
  'check.given.how': ['The text of the file, or the 64 digits of your seed', 'Le texte du fichier, ou les 64 chiffres de votre graine'],
  'check.notkept': [
    'That is neither a transcript nor a seed of 64 hexadecimal digits.',
    'Ce n’est ni une transcription ni une graine de 64 chiffres hexadécimaux.',
  ],
  'check.save': ['Save this browser’s transcript', 'Enregistrer la transcription de ce navigateur'],
  'check.withheld': [
    '{n} {n|player|players} promised a seed and did not reveal it.',
    '{n} {n|joueur a promis une graine|joueurs ont promis une graine} sans la dévoiler.',
  ],
  'check.odds': [
    'In every list of outcomes the chances sum to one, in the order of the lines.',
    'Dans chaque liste d’issues, les chances font un au total, dans l’ordre des lignes.',
  ],
  'check.draws': ['Every draw, computed again', 'Chaque tirage, recalculé'],
  'check.draws.some': ['Right draws: {n} of {of}', 'Tirages justes : {n} sur {of}'],
  'check.col.n': ['No.', 'N°'],
  'check.col.line': ['As played', 'Joué'],
  'check.col.hmac': ['HMAC begins', 'Début du HMAC'],
  'check.col.number': ['Number', 'Nombre'],
  'check.col.should': ['By the seeds', 'Par les graines'],
  'check.more': ['Show all', 'Tout montrer'],
  'check.crypto': ['Computed by this browser’s WebCrypto.', 'Calculé par le WebCrypto de ce navigateur.'],
  'check.plain': [
    'Computed in JavaScript: browsers offer WebCrypto on https and localhost only.',
    'Calculé en JavaScript : les navigateurs n’offrent WebCrypto qu’en https et sur localhost.',
  ],
  'check.offline': [
    'The lists of outcomes come from this server. To trust only your own machine, save the record and run: cornet verify '
      + '--transcript TRANSCRIPT FILE',
    'Les listes d’issues viennent de ce serveur. Pour ne vous fier qu’à votre machine, sauvegardez l’enregistrement et lancez : '
      + 'cornet verify --transcript TRANSCRIPTION FICHIER',
  ],
  'check.record': ['Open the record', 'Ouvrir l’enregistrement'],
  'check.imported': [
    'A player imported the first {n|line|{n} lines} from table {table} of their own browser. {n|It is|They are} legal; nothing can '
      + 'be proved about {n|its|their} draws.',
    'Un joueur a importé {n|la première ligne|les {n} premières lignes} de la table {table} de son propre navigateur. {n|Elle est '
      + 'légale|Elles sont légales} ; on ne peut rien prouver sur {n|ses|leurs} tirages.',
  ],
  'check.from': [
    'The first {n|line is that|{n} lines are those} of table {table}, from which this game continues. Their draws come from other '
      + 'seeds and are checked at that table.',
    '{n|La première ligne est celle|Les {n} premières lignes sont celles} de la table {table}, d’où la partie a repris. Leurs '
      + 'tirages viennent d’autres graines et se vérifient à cette table.',
  ],
});
