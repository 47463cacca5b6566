// The texts of the browser client, English and French side by side; a game's own are in
// games/GAME/texts.js. t(key, {n: 3}) gives the one of the language chosen; {n} is filled in, and
// {n|one|many} chooses by number; in both of its words {n} is filled in. In French "de {name}" becomes "d’Anne" where the name begins
// with a vowel.
import { setSetting, setting } from './keep.js';
import { GAMES } from '../games.js';
import analysis from './texts_analysis.js';

/** @typedef {'en' | 'fr'} Language */
/** @typedef {Record<string, string | number | undefined>} Values */

/** @type {Language} */
let now = setting('language', null) ?? ((navigator.language ?? 'en').toLowerCase().startsWith('fr') ? 'fr' : 'en');

export const language = () => now;

/** @param {Language} next */
export function setLanguage(next) {
  now = next;
  setSetting('language', next);
}

/**
 * The text of a key; without one `otherwise`.
 * @param {string} key
 * @param {Values} values
 * @param {string} otherwise
 * @returns {string}
 */
export function t(key, values = {}, otherwise = key) {
  const pair = TEXTS[key];
  if (!pair) return otherwise;
  /** In French 0 and 1 are singular, in English 1 alone. @param {unknown} n */
  const one = (n) => (now === 'fr' ? Number(n) < 2 : Number(n) === 1);
  /** @type {(all: string, name: string, single?: string, many?: string) => string} */
  const fill = (_, name, single, many) =>
    (single === undefined ? String(values[name] ?? '') : (one(values[name]) ? single : many ?? '').replace(HOLE, fill));
  return elide(pair[now === 'fr' ? 1 : 0], values).replace(/ ([;:!?»])/g, '\u00a0$1').replace(/« /g, '«\u00a0').replace(HOLE, fill);
}

const HOLE = /\{(\w+)(?:\|((?:[^{|}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*))?\}/g;
const VOWEL = /^[aeiouàâäéèêëîïôöùûüæœ]/i;

/** "de" and "que" before a name that begins with a vowel. @param {string} text @param {Values} values */
function elide(text, values) {
  return now === 'fr'
    ? text.replace(/\b(d|qu)e \{(\w+)\}/gi, (all, word, name) => (VOWEL.test(String(values[name] ?? '')) ? `${word}’{${name}}` : all))
    : text;
}

/** @type {Record<string, string[]>} */
export const TEXTS = {
  // ---- everywhere ----
  and: [' and ', ' et '],
  colon: [':', '\u00a0:'],
  yes: ['Yes', 'Oui'],
  no: ['No', 'Non'],
  on: ['On', 'Oui'],
  off: ['Off', 'Non'],
  done: ['Done', 'Terminé'],
  close: ['Close', 'Fermer'],
  cancel: ['Cancel', 'Annuler'],
  copy: ['Copy', 'Copier'],
  copied: ['Copied.', 'Copié.'],
  share: ['Share', 'Partager'],
  'share.text': ['Come and play {game} with me', 'Viens jouer à {game} avec moi'],
  loading: ['One moment…', 'Un instant…'],
  skip: ['To the table', 'Aller à la table'],
  rules: ['Rules', 'Règles'],
  'rules.of': ['The rules of {game}', 'Les règles de {game}'],
  'rules.notation': ['For programmers: notation and state', 'Pour les programmeurs : notation et état (en anglais)'],
  'rules.none': ['The rules could not be loaded.', 'Les règles n’ont pas pu être chargées.'],
  'error.load': [
    'This page could not be loaded. Is the server still there?',
    'Cette page n’a pas pu être chargée. Le serveur est-il encore là ?',
  ],
  'error.server': ['The server does not answer. Trying again…', 'Le serveur ne répond pas. Nouvel essai…'],
  'version.new': ['A new version of Cornet is here.', 'Une nouvelle version de Cornet est là.'],
  'version.reload': ['Update', 'Mettre à jour'],
  'storage.full': [
    'This browser has no room left: your games here are not kept when this page is closed.',
    'Ce navigateur n’a plus de place : vos parties ne sont pas gardées quand cette page se ferme.',
  ],
  'storage.refused': [
    'This browser keeps nothing (a private window?): your games here end when this page is closed.',
    'Ce navigateur ne garde rien (fenêtre privée ?) : vos parties finissent quand cette page se ferme.',
  ],
  'storage.again': ['Your games are kept again.', 'Vos parties sont de nouveau gardées.'],
  'all.title': ['Everything as one file', 'Tout dans un fichier'],
  'all.about': [
    'Your games in this browser, your seats, statistics and settings. Whoever has the file can play at your seats.',
    'Vos parties dans ce navigateur, vos places, statistiques et réglages. Qui a le fichier peut jouer à vos places.',
  ],
  'all.export': ['Save to a file', 'Enregistrer un fichier'],
  'all.import': ['Take in a file…', 'Reprendre un fichier…'],
  'all.came': [
    '{n} {n|game|games} came from the file; what was here has stayed.',
    '{n} {n|partie est venue|parties sont venues} du fichier ; ce qui était ici est resté.',
  ],
  'all.wrong': ['This is not a file that Cornet saved.', 'Ce n’est pas un fichier enregistré par Cornet.'],
  'all.full': ['This browser has no room for the games of this file.', 'Ce navigateur n’a pas de place pour les parties de ce fichier.'],
  'all.refused': [
    'This browser keeps nothing (a private window?), so the games of this file cannot come.',
    'Ce navigateur ne garde rien (fenêtre privée ?) : les parties de ce fichier ne peuvent pas venir.',
  ],
  settings: ['Settings', 'Réglages'],
  'set.language': ['Language', 'Langue'],
  'set.theme': ['Colours', 'Couleurs'],
  'set.auto': ['As the system', 'Comme le système'],
  'set.light': ['Light', 'Clair'],
  'set.dark': ['Dark', 'Sombre'],
  'set.board': ['Table', 'Table'],
  'set.felt': ['Green felt', 'Feutre vert'],
  'set.sea': ['Sea', 'Mer'],
  'set.slate': ['Slate', 'Ardoise'],
  'set.dice': ['Dice', 'Dés'],
  'set.ivory': ['Ivory', 'Ivoire'],
  'set.bold': ['High contrast', 'Contraste'],
  'set.wood': ['Wood', 'Bois'],
  'set.pace': ['Pace of the bots', 'Rythme des robots'],
  'set.calm': ['Calm', 'Tranquille'],
  'set.brisk': ['Brisk', 'Vif'],
  'set.none': ['At once', 'Immédiat'],
  'set.sound': ['Sound', 'Son'],
  'set.notify': ['Tell me when it is my turn and I am elsewhere', 'Me prévenir quand c’est mon tour et que je suis ailleurs'],
  'set.keys': [
    'Keys at the table: ? for the rules, 1 to 9 for the buttons below the board, the letter on a die or card to choose it, U to take '
      + 'back, H for a hint, arrows on the board, Tab everywhere.',
    'Touches à la table : ? pour les règles, 1 à 9 pour les boutons sous le plateau, la lettre sur un dé ou une carte pour le choisir, '
      + 'U pour reprendre, H pour un conseil, les flèches sur le plateau, Tab partout.',
  ],

  // ---- home ----
  'home.title': ['Four dice games', 'Quatre jeux de dés'],
  'home.alone': [
    'There is no server here: you play against bots, or with others on this device.',
    'Ici, pas de serveur : vous jouez contre des robots, ou à plusieurs sur cet appareil.',
  ],
  'home.lead': [
    'Play at once against bots, or send a link and play with friends. No account, nothing to install.',
    'Jouez tout de suite contre des robots, ou envoyez un lien et jouez entre amis. Pas de compte, rien à installer.',
  ],
  'home.name': ['Your name', 'Votre nom'],
  'home.guest': ['Guest', 'Invité'],
  'home.games': ['The games', 'Les jeux'],
  'home.players': ['{from} to {to} players', '{from} à {to} joueurs'],
  'home.players.n': ['{n} players', '{n} joueurs'],
  'home.play': ['Play now', 'Jouer'],
  'home.invite': ['Invite friends', 'Inviter'],
  'home.learn': ['First game, guided', 'Première partie guidée'],
  'home.learn.new': ['Show me how', 'Montrez-moi'],
  'home.together': ['Several people here…', 'À plusieurs ici…'],
  'home.options': ['Options…', 'Options…'],
  'home.mine': ['Your games', 'Vos parties'],
  'home.mine.more': ['{n} more of your games', '{n} {n|autre partie|autres parties} en cours'],
  'home.away': ['Put away', 'Ranger'],
  'away.title': ['Put this game away?', 'Ranger cette partie ?'],
  'away.body': [
    'Hide it here and keep your seat: its link brings you back. Or leave it for good: a bot plays on for you.',
    'Cachez-la en gardant votre place : son lien vous y ramène. Ou quittez-la pour de bon : un robot jouera pour vous.',
  ],
  'away.hide': ['Hide it', 'La cacher'],
  starting: ['{game}: the table is being laid…', '{game} : on met la table…'],
  'home.goon': ['Go on', 'Reprendre'],
  'home.tables': ['Tables to join or watch', 'Tables à rejoindre ou à regarder'],
  'home.notables': [
    'No public table just now. Tables are private unless their host lists them.',
    'Aucune table publique en ce moment. Une table est privée sauf si son hôte l’affiche.',
  ],
  'home.recent': ['Recent results', 'Derniers résultats'],
  'home.norecent': ['Nothing yet.', 'Rien encore.'],
  'home.join': ['Join', 'Rejoindre'],
  'home.watch': ['Watch', 'Regarder'],
  'home.look': ['Look', 'Voir'],
  'home.open': ['{n} {n|open seat|open seats}', '{n} {n|place libre|places libres}'],
  'home.moves': ['{n} {n|move|moves}', '{n} {n|coup|coups}'],
  'home.plain': [
    'This address is plain http: you can play here without a server as long as this page is open, but it cannot be installed or opened '
      + 'without the network. That takes https.',
    'Cette adresse est en http simple : vous pouvez jouer ici sans serveur tant que cette page est ouverte, mais pas l’installer ni '
      + 'l’ouvrir sans réseau. Pour cela il faut https.',
  ],
  'home.foot': ['Nobody has to trust the dice:', 'Personne n’a à croire les dés sur parole :'],
  'home.check': ['check a game', 'vérifier une partie'],
  'new.title': ['{game}: a new table', '{game} : nouvelle table'],
  'new.players': ['Players', 'Joueurs'],
  'new.me': ['Me', 'Moi'],
  'new.open': ['Open: by the link', 'Libre : qui a le lien'],
  'new.here': ['Another person here', 'Un autre ici'],
  'new.here.who': ['Name of player {n}', 'Nom du joueur {n}'],
  'new.here.name': ['Player {n}', 'Joueur {n}'],
  'new.here.same': ['Two people cannot have the same name: {name}.', 'Deux personnes ne peuvent pas avoir le même nom : {name}.'],
  'new.best': ['Bot: the strongest', 'Robot : le plus fort'],
  'new.bot': ['Bot: {name}', 'Robot : {name}'],
  'new.dice': ['Real dice: we roll, and tap in what fell', 'Vrais dés : nous lançons et touchons ce qui est tombé'],
  'new.dice.about': [
    'Real dice are rolled at this table, and entered by the players: nothing about them is proved.',
    'À cette table on lance de vrais dés, que les joueurs saisissent : rien n’en est prouvé.',
  ],
  'more.own': ['The dice are the players’ own: nothing about them is proved.', 'Les dés sont ceux des joueurs : rien n’en est prouvé.'],
  'roll.ask': ['roll {n} {n|die|dice}, and tap what fell', 'lancez {n} {n|dé|dés}, et touchez ce qui est tombé'],
  'roll.wait': ['The dice are to be rolled.', 'Aux dés d’être lancés.'],
  'roll.typed': ['What was rolled, in notation', 'Ce qui est tombé, en notation'],
  'roll.faces': ['Faces', 'Faces'],
  'roll.none': ['Nothing entered yet', 'Rien de saisi encore'],
  'roll.picked': ['{dice}; {n} left', '{dice} ; encore {n}'],
  'roll.enter': ['That is the roll', 'C’est le lancer'],
  'roll.back': ['Take one back', 'En reprendre un'],
  'new.length': ['Length', 'Durée'],
  'new.length.own': ['As the options say', 'Selon les options'],
  'new.options': ['The game’s options', 'Options du jeu'],
  'new.named': ['Another bot, by name…', 'Un autre robot, par son nom…'],
  'new.more': ['Clock, chat, public table', 'Pendule, discussion, table publique'],
  'new.choice': ['“{option}: {value}”', '« {option} : {value} »'],
  'new.clock.out': ['When time runs out, a bot makes the move.', 'Quand le temps est écoulé, un robot joue le coup.'],
  'new.clock': ['Clock', 'Pendule'],
  'new.clock.none': ['No clock', 'Sans pendule'],
  'new.clock.move': ['{n} seconds a move', '{n} secondes par coup'],
  'new.clock.bank': ['{n} minutes each, {s} seconds more a move', '{n} minutes chacun, {s} secondes de plus par coup'],
  'new.listed': ['Show this table to everybody on the home page', 'Montrer cette table à tous sur la page d’accueil'],
  'new.chat': ['Chat at the table', 'Discussion à la table'],
  'new.invite': ['Create and invite', 'Créer et inviter'],
  'new.start': ['Start', 'Commencer'],

  // ---- names ----
  'agent.': ['Bot', 'Robot'],
  'agent.random': ['Haphazard', 'Hasard'],
  'adaptive.about': [
    'Your equal begins as Steady. In each rematch it plays stronger if you won, and weaker if you lost.',
    '« Sur mesure » commence au niveau Solide ; à chaque revanche, il joue plus fort si vous avez gagné et moins fort si vous avez perdu.',
  ],
  'adaptive.at': ['Your equal now plays as {weaker}.', '« Sur mesure » joue maintenant au niveau {weaker}.'],
  'adaptive.between': [
    'Your equal now plays between {weaker} and {stronger}.',
    '« Sur mesure » joue maintenant entre {weaker} et {stronger}.',
  ],
  'adaptive.below': ['Your equal now plays more gently than {weakest}.', '« Sur mesure » joue maintenant plus doucement que {weakest}.'],
  'agent.adaptive': ['Your equal', 'Sur mesure'],
  'agent.greedy': ['Greedy', 'Glouton'],
  'agent.easy': ['Easy', 'Facile'],
  'agent.normal': ['Steady', 'Solide'],
  'agent.max': ['Champion', 'Champion'],
  'agent.hard': ['Tough', 'Coriace'],
  'agent.novice': ['Novice', 'Novice'],
  'seat.n': ['Seat {n}', 'Place {n}'],
  'seat.open': ['Open seat', 'Place libre'],
  'seat.you': ['you', 'vous'],
  'seat.bot': ['bot', 'robot'],
  'seat.standin': ['a bot stands in', 'remplacé par un robot'],
  'seat.left': ['has left, a bot plays', 'parti, un robot joue'],
  'seat.away': ['away', 'absent'],
  'seat.turn': ['plays', 'joue'],
  'seat.turn.you': ['your turn', 'à vous'],
  away: ['{name} is away; the table waits.', '{name} n’est pas là ; la table attend.'],
  'seat.letbot': ['Let a bot stand in', 'Le remplacer par un robot'],
  'watching.one': ['1 person watches', '1 personne regarde'],
  'watching.many': ['{n} people watch', '{n} personnes regardent'],
  'stats.title': ['Your statistics ({n} {n|game|games})', 'Vos statistiques ({n} {n|partie|parties})'],
  'stats.about': [
    'Games in which you had a seat, as this browser has seen them end. Where several people share the device, your own seat counts. '
      + 'Games that were played on from a moment of another are not counted.',
    'Les parties où vous aviez une place, telles que ce navigateur les a vues finir. À plusieurs sur un appareil, c’est votre place '
      + 'qui compte. Une partie reprise à un moment d’une autre ne compte pas.',
  ],
  'stats.against': ['Against', 'Contre'],
  'stats.people': ['People', 'Des joueurs'],
  'stats.mixed': ['Different bots', 'Des robots divers'],
  'stats.played': ['Played', 'Jouées'],
  'stats.won': ['Won', 'Gagnées'],
  'stats.draw': ['Drawn', 'Nulles'],
  'stats.lost': ['Lost', 'Perdues'],
  'stats.left': ['Left', 'Quittées'],
  'stats.was.won': ['won', 'gagnée'],
  'stats.was.draw': ['drawn', 'nulle'],
  'stats.was.lost': ['lost', 'perdue'],
  'stats.was.left': ['left', 'quittée'],
  'stats.last': ['Last results', 'Derniers résultats'],
  'stats.delete': ['Delete the statistics', 'Effacer les statistiques'],
  'stats.delete.about': [
    'The counts and results are deleted for good. Your games themselves stay.',
    'Les comptes et les résultats sont effacés pour de bon. Vos parties elles-mêmes restent.',
  ],
  'result.won': ['{name} wins!', '{name} gagne !'],
  'result.won.you': ['You win!', 'Vous gagnez !'],
  'result.shared': ['{name} share the win.', '{name} se partagent la victoire.'],
  'result.draw': ['A draw.', 'Partie nulle.'],

  // ---- the table ----
  board: ['The board', 'Le plateau'],
  seats: ['Players', 'Joueurs'],
  bar: ['What you can do now', 'Ce que vous pouvez faire'],
  side: ['Log, chat and table', 'Journal, discussion et table'],
  log: ['Log', 'Journal'],
  'log.empty': ['Nothing has been played yet.', 'Rien n’a encore été joué.'],
  'log.notation': ['Show the notation', 'Montrer la notation'],
  'log.undone': ['Taken back: {what}', 'Repris : {what}'],
  chat: ['Chat', 'Discussion'],
  'chat.empty': ['Nobody has said anything yet.', 'Personne n’a encore rien dit.'],
  'chat.off': ['The host has switched chat off.', 'L’hôte a coupé la discussion.'],
  'chat.say': ['Say something', 'Dire quelque chose'],
  'chat.send': ['Send', 'Envoyer'],
  more: ['Table', 'Table'],
  'more.link': ['Copy the link to this table', 'Copier le lien de cette table'],
  'more.chat': ['Chat is on', 'Discussion ouverte'],
  'more.listed': ['Listed on the home page', 'Affichée sur la page d’accueil'],
  'more.leave': ['Home; I keep my seat', 'Accueil, je garde ma place'],
  'more.quit': ['Leave for good', 'Quitter pour de bon'],
  'more.fair': ['Fair dice: the server is bound to', 'Dés équitables : le serveur s’est engagé sur'],
  'more.fair.how': ['How does this work?', 'Comment ça marche ?'],
  'quit.title': ['Leave for good?', 'Quitter pour de bon ?'],
  'quit.body': [
    'A bot will play your seat to the end. You cannot come back to it. To come back later, just close the page instead.',
    'Un robot jouera votre place jusqu’au bout. Vous ne pourrez pas la reprendre. Pour revenir plus tard, fermez simplement la page.',
  ],
  'quit.stay': ['Stay', 'Rester'],
  'quit.go': ['Leave for good', 'Quitter pour de bon'],
  'undo': ['Take back', 'Reprendre'],
  'undo.ask': ['Ask to take back', 'Demander à reprendre'],
  'undo.done': ['Taken back.', 'Coup repris.'],
  'clock.of': ['Clock of {name}', 'Pendule de {name}'],
  'clock.yours': ['Your clock', 'Votre pendule'],
  'clock.low': ['{n} {n|second|seconds} left.', 'Plus que {n} {n|seconde|secondes}.'],
  'clock.out': ['{name}’s time ran out: a bot made this move.', 'Temps écoulé pour {name} : un robot a joué ce coup.'],
  'clock.out.you': ['Your time ran out: a bot made this move for you.', 'Votre temps est écoulé : un robot a joué ce coup pour vous.'],
  'turn.yours': ['Your turn', 'À vous de jouer'],
  'turn.of': ['{name} to play', 'À {name} de jouer'],
  'pass.to': ['Pass the phone to {name}', 'Passez le téléphone à {name}'],
  'pass.why': ['What is in the hand is shown to its player alone.', 'La main n’est montrée qu’à son joueur.'],
  'pass.take': ['I am {name}: show my hand', 'Je suis {name} : montrer ma main'],
  'more.turn': ['Turn the board to whoever plays', 'Tourner le plateau vers qui joue'],
  started: ['The game begins.', 'La partie commence.'],
  over: ['Game over', 'Partie finie'],
  'over.rematch': ['Rematch', 'Revanche'],
  'over.next': ['To the rematch', 'À la revanche'],
  'over.replay': ['Analysis', 'Analyse'],
  'over.more': ['More…', 'Plus…'],
  'over.check': ['Check the dice', 'Vérifier les dés'],
  'over.record': ['The game in notation', 'La partie en notation'],
  'over.link': ['Share as a link that needs no server', 'Partager par un lien qui se passe de serveur'],
  'shared.title': ['This game cannot be opened', 'Cette partie ne peut pas être ouverte'],
  'shared.broken': ['This link is broken: it was cut or changed on its way.', 'Ce lien est abîmé : il a été coupé ou changé en chemin.'],
  'shared.long': ['This is too long for a game.', 'C’est trop long pour une partie.'],
  'shared.wrong': ['This is not a finished game of Cornet: {why}.', 'Ce n’est pas une partie finie de Cornet : {why}.'],
  'shared.nothere': [
    'This server does not offer what is needed to open a game from a link or a file.',
    'Ce serveur n’offre pas ce qu’il faut pour ouvrir une partie par un lien ou un fichier.',
  ],
  'shared.file': [
    'This game is too long for a link: it is saved as a file, which can be opened on the home page.',
    'Cette partie est trop longue pour un lien : elle est enregistrée dans un fichier, qui s’ouvre depuis l’accueil.',
  ],
  'shared.open': ['Open a game…', 'Ouvrir une partie…'],
  'over.home': ['Home', 'Accueil'],
  'beat.skip': ['Show the rest', 'Voir la suite'],
  throw: ['Throw the dice', 'Lancer les dés'],
  'throw.ask.here': ['throw!', 'lancez !'],
  'throw.ask': ['Your turn: throw!', 'À vous : lancez !'],
  'bar.choose': ['Your move:', 'À vous :'],
  'bar.sent': ['Sent…', 'Envoyé…'],
  'bar.wait': ['{name} is playing…', '{name} joue…'],
  'bar.soon': ['In a moment…', 'Dans un instant…'],
  'bar.watching': ['You are watching.', 'Vous regardez.'],
  'line.chance': ['Dice: {words}.', 'Dés : {words}.'],
  'line.player': ['{name}: {words}.', '{name} : {words}.'],
  'line.player.you': ['You: {words}.', 'Vous : {words}.'],
  'line.late': ['{name} has not answered in time and forfeits the game.', '{name} n’a pas répondu à temps et perd par forfait.'],
  'line.stopped': ['{name} has broken down and forfeits the game.', '{name} est en panne et perd par forfait.'],
  'line.forfeits': ['{name} cannot go on and forfeits the game.', '{name} ne peut pas continuer et perd par forfait.'],
  'link.connecting': ['Connecting…', 'Connexion…'],
  'link.lost': ['Connection lost.', 'Connexion perdue.'],
  'link.retry': ['Trying again in', 'Nouvel essai dans'],
  'link.now': ['Try now', 'Essayer maintenant'],
  'link.back': ['Connected again.', 'Connexion rétablie.'],
  'link.unsure': [
    'The connection was lost on the way. When it is back, the table shows whether your move has counted.',
    'La connexion a été perdue en route. À son retour, la table montrera si votre coup a compté.',
  ],
  'gone.title': ['No such table', 'Table introuvable'],
  'gone.why': [
    'This table does not exist, or no longer: unfinished games are kept for a while only. Is the link complete?',
    'Cette table n’existe pas, ou plus : les parties abandonnées ne sont gardées qu’un temps. Le lien est-il complet ?',
  ],
  'lost.title': ['There is nothing here', 'Il n’y a rien ici'],
  'lost.why': [
    'This address leads nowhere. Perhaps a letter is missing.',
    'Cette adresse ne mène nulle part. Il manque peut-être une lettre.',
  ],
  'gone.home': ['To the home page', 'À l’accueil'],
  'wait.title': ['Waiting for {n} {n|player|players}', 'En attente de {n} {n|joueur|joueurs}'],
  'wait.how': ['Send this link. Whoever opens it sits down at the table.', 'Envoyez ce lien. Qui l’ouvre peut s’asseoir à la table.'],
  'wait.local': [
    'Only this computer can open this link. For friends on your network, the server is started with cornet serve --bind all (make run '
      + 'BIND=all).',
    'Seul cet ordinateur peut ouvrir ce lien. Pour des amis sur votre réseau, on lance le serveur par cornet serve --bind all (make '
      + 'run BIND=all).',
  ],
  'wait.address': ['Address on the network', 'Adresse sur le réseau'],
  'wait.link': ['Link to this table', 'Lien de cette table'],
  'wait.qr': ['QR code of the link', 'Code QR du lien'],
  'wait.fill': ['Start now, with {n|a bot|bots} instead', 'Commencer tout de suite avec {n|un robot|des robots}'],
  'dice.failed': [
    '{name} promised a number for the dice and did not give it. The dice are made anew without it.',
    '{name} a promis un nombre pour les dés et ne l’a pas donné. Les dés sont refaits sans lui.',
  ],
  'dice.failed.some': [
    'Promised for the dice and not given: the number of {names}. The dice were made anew without it.',
    'Promis pour les dés et non donné : le nombre de {names}. Les dés ont été refaits sans lui.',
  ],
  'dice.out': [
    'The dice of this table are made without your number: nothing binds the server to you here.',
    'Les dés de cette table sont faits sans votre nombre : ici, rien n’engage le serveur envers vous.',
  ],
  'dice.late': [
    'The server says that you did not answer in time: the dice are made without your number, and nothing binds the server to you here.',
    'Le serveur dit que vous n’avez pas répondu à temps : les dés sont faits sans votre nombre, et rien n’engage le serveur envers '
      + 'vous ici.',
  ],
  'dice.lost': [
    'The number promised for your seat is not known in this browser: it cannot be opened here.',
    'Le nombre promis pour votre place n’est pas connu de ce navigateur : il ne peut pas être ouvert ici.',
  ],
  'dice.cheated': [
    'The server has broken the rules of the fair dice. Do not trust the dice of this table; your number stays closed.',
    'Le serveur a enfreint les règles des dés équitables. Ne vous fiez pas aux dés de cette table ; votre nombre reste secret.',
  ],
  'wait.fair': ['Shaking the cup…', 'On secoue le cornet…'],
  'wait.fair.why': [
    'Everybody adds a secret to the dice, so that nobody can choose them.',
    'Chacun ajoute un secret aux dés, pour que personne ne puisse les choisir.',
  ],
  'wait.short': ['Waiting for players.', 'En attente de joueurs.'],
  'join.title': ['{name} invites you to play {game}', '{name} vous invite à jouer à {game}'],
  'join.sit': ['Sit down', 'S’asseoir'],
  'join.watch': ['Or just stay and watch.', 'Ou restez simplement regarder.'],
  'ask.undo': ['{name} would like to take back the last move.', '{name} voudrait reprendre son dernier coup.'],
  'ask.bot': ['{name} proposes that a bot stands in for {seat}.', '{name} propose qu’un robot remplace {seat}.'],
  'ask.rematch': ['{name} would like a rematch.', '{name} voudrait une revanche.'],
  'ask.wait': ['Waiting for {name}.', 'On attend {name}.'],
  'ask.no': ['It was not agreed.', 'Ce n’est pas accepté.'],
  hint: ['Hint', 'Indice'],
  'hint.then': ['What may follow: {what}', 'La suite probable : {what}'],
  'hint.wait': ['Thinking…', 'Réflexion…'],
  'hint.more': ['A first answer; looking closer…', 'Premier avis ; on regarde mieux…'],
  'hint.shares': ['Your chance of winning', 'Vos chances de gagner'],
  'hint.title': ['Your chance of winning after each choice', 'Vos chances de gagner après chaque choix'],
  'hint.best': ['Best: {what}, {share}.', 'Le mieux : {what}, {share}.'],
  numbers: ['The numbers are {how}.', 'Les nombres sont {how}.'],
  'curve.title': ['Luck and error', 'Chance et erreurs'],
  'curve.now': ['Chances of winning at this moment', 'Chances de gagner à ce moment'],
  'curve.label': ['Everybody’s chance of winning after each move', 'Les chances de gagner de chacun après chaque coup'],
  'curve.computing': ['The game is being judged…', 'La partie est en cours d’analyse…'],
  'curve.ready': ['The game has been judged.', 'La partie est analysée.'],
  'curve.none': ['This game could not be judged.', 'Cette partie n’a pas pu être analysée.'],
  sums: ['Luck and error of each player', 'Chance et erreurs de chacun'],
  'sums.seat': ['Player', 'Joueur'],
  'sums.luck': ['Luck', 'Chance'],
  'sums.luck.about': ['what dice and draws gave or took', 'ce que les dés et les pioches ont donné ou pris'],
  'sums.cost': ['Cost', 'Coût'],
  'sums.cost.about': ['what the player’s own choices lost', 'ce que ses propres choix ont perdu'],
  'sums.hidden': ['Hidden', 'Caché'],
  'sums.hidden.about': [
    'what these choices did beyond that, with the cards as they really lay',
    'ce que ces choix ont fait de plus, les cartes étant ce qu’elles étaient',
  ],
  'sums.speed': ['Speed', 'Vitesse'],
  'sums.speed.about': [
    'what it was worth to be ready with a word while others were still thinking',
    'ce que valait d’avoir un mot pendant que les autres cherchaient encore',
  ],
  'sums.others': ['Others', 'Autres'],
  'sums.others.about': ['what the others’ choices gave or took', 'ce que les choix des autres ont donné ou pris'],
  'sums.unexplained': ['Rest', 'Reste'],
  'sums.unexplained.about': ['what stays unexplained', 'ce qui reste inexpliqué'],
  'sums.errors': ['Mistakes', 'Erreurs'],
  'sums.errors.about': ['mistakes among the decisions', 'erreurs parmi les décisions'],
  'sums.rate': ['Each', 'Par choix'],
  'sums.rate.about': ['the mean cost of a decision', 'le coût moyen d’une décision'],
  'sums.verdict': ['Verdict', 'Verdict'],
  'sums.verdict.about': ['the play in a word', 'le jeu en un mot'],
  'sums.disputed': ['Refused although a table might have accepted it: {list}.', 'Refusé alors qu’une table aurait pu l’accepter : {list}.'],
  'sums.of': ['{n} of {of}', '{n} sur {of}'],
  'verdict.flawless': ['flawless', 'sans faute'],
  'verdict.masterly': ['masterly', 'magistral'],
  'verdict.very good': ['very good', 'très bien'],
  'verdict.good': ['good', 'bien'],
  'verdict.fair': ['fair', 'passable'],
  'verdict.weak': ['weak', 'faible'],
  'verdict.poor': ['poor', 'mauvais'],
  'verdict.nothing to decide': ['nothing to decide', 'rien à décider'],
  'replay.start': ['The start', 'Le début'],
  'replay.step': ['{n} of {of}', '{n} sur {of}'],
  'replay.slider': ['Moment of the game', 'Moment de la partie'],
  'replay.first': ['To the start', 'Au début'],
  'replay.back': ['One back', 'Un coup en arrière'],
  'replay.next': ['One on', 'Un coup en avant'],
  'replay.last': ['To the end', 'À la fin'],
  'replay.run': ['Play', 'Lecture'],
  'replay.pause': ['Pause', 'Pause'],
  'replay.close': ['Close', 'Fermer'],

  // ---- guided first games; learn.GAME.NOTE is the text at the comment NOTE of games/GAME/lesson.cornet ----
  'learn.title': ['{game}: your first game', '{game} : votre première partie'],
  'learn.progress': ['How far we are', 'Où nous en sommes'],
  'learn.leave': ['Leave', 'Quitter'],
  'learn.next': ['Go on', 'Continuer'],
  'learn.you': ['You', 'Vous'],
  'learn.none': ['There is no guided game for this.', 'Il n’y a pas de partie guidée pour ce jeu.'],
  'learn.other': ['In a real game you might. Here: {what}', 'Dans une vraie partie, pourquoi pas. Ici : {what}'],
  'learn.done': ['You know the game!', 'Vous connaissez le jeu !'],
  'learn.real': ['Now a real game', 'Maintenant, une vraie partie'],





  // ---- fair dice ----
  'check.title': ['Fair dice', 'Dés équitables'],
  'check.lead': [
    'Nobody at the table, and not the server either, can choose the dice. When a game is over, your browser can check every roll '
      + 'itself, here.',
    'Personne à la table, pas même le serveur, ne peut choisir les dés. La partie finie, votre navigateur peut vérifier lui-même '
      + 'chaque lancer, ici.',
  ],
  'check.how.1': [
    'Before the game the server picks a secret seed and shows its SHA-256: it cannot change it any more.',
    'Avant la partie, le serveur choisit une graine secrète et en montre le SHA-256 : il ne peut plus la changer.',
  ],
  'check.how.2': [
    'Every player’s browser picks a seed of its own and shows its SHA-256. It keeps the list of all of these, and opens its seed once '
      + 'everybody has kept that list. So nobody chooses last.',
    'Le navigateur de chaque joueur choisit aussi une graine et en montre le SHA-256. Il garde la liste de tous, et ouvre sa graine '
      + 'quand tout le monde a gardé cette liste. Personne ne choisit donc en dernier.',
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
    'The dice of this game were the players’ own: nothing is proved.',
    'Les dés de cette partie étaient ceux des joueurs : rien n’est prouvé.',
  ],
  'check.notover': [
    'This game is not over: the server’s seed is shown at its end, and then the dice can be checked.',
    'Cette partie n’est pas finie : la graine du serveur sera montrée à la fin, et les dés pourront être vérifiés.',
  ],
  'check.missing': [
    'There is no such table, or its record has no fair dice.',
    'Cette table n’existe pas, ou sa partie n’a pas de dés équitables.',
  ],
  'check.good': ['All {n} draws are what the seeds say.', 'Les {n} tirages sont bien ceux que donnent les graines.'],
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
    'Your own seed, kept in this browser, is part of the dice.',
    'Votre propre graine, gardée dans ce navigateur, fait partie des dés.',
  ],
  'check.others': [
    '{n} {n|player’s seed is|players’ seeds are} part of the dice.',
    '{n} {n|graine de joueur fait|graines de joueurs font} partie des dés.',
  ],
  'check.seats': ['Every seed is the one its seat promised.', 'Chaque graine est celle que sa place avait promise.'],
  'check.list': [
    'The list of commitments and settings is the one this browser kept before it opened your seed.',
    'La liste des engagements et des réglages est celle que ce navigateur a gardée avant d’ouvrir votre graine.',
  ],
  'check.lines': [
    '{n} of the {of} lines of the game were shown here, and they are the same in the record.',
    '{n} des {of} lignes de la partie ont été montrées ici, et sont les mêmes dans la partie notée.',
  ],
  'check.broken': [
    '{n} {n|attempt was|attempts were} broken off after your seed was opened: whoever failed then, together with the server, had a choice.',
    '{n} {n|essai a été rompu|essais ont été rompus} après l’ouverture de votre graine : qui a manqué alors avait, avec le serveur, un '
      + 'choix.',
  ],
  'check.failed.list': [
    'Seat {n} promised a seed and did not answer, before any was opened: the exchange was made anew without it.',
    'La place {n} a promis une graine et n’a pas répondu, avant qu’aucune ne soit ouverte : l’échange a été refait sans elle.',
  ],
  'check.failed.reveal': [
    'Seat {n} promised a seed and did not open it: the exchange was made anew without it.',
    'La place {n} a promis une graine et ne l’a pas ouverte : l’échange a été refait sans elle.',
  ],
  'check.proof.bound': [
    'Proved, for you: all seeds were bound before yours was opened. Neither the server nor the other players together could choose '
      + 'these dice.',
    'Prouvé, pour vous : toutes les graines étaient fixées avant que la vôtre ne soit ouverte. Ni le serveur ni les autres joueurs '
      + 'ensemble ne pouvaient choisir ces dés.',
  ],
  'check.proof.seed': [
    'Proved: your seed is part of these dice. Not proved: that the others were bound before yours was opened; only a kept transcript '
      + 'shows that.',
    'Prouvé : votre graine fait partie de ces dés. Non prouvé : que les autres étaient fixées avant l’ouverture de la vôtre ; seule '
      + 'une transcription gardée le montre.',
  ],
  'check.proof.none': [
    'Proved: the dice follow from the seeds in the record. Not proved: that nobody chose a seed after seeing the others; what a '
      + 'player’s browser has kept shows that.',
    'Prouvé : les dés découlent des graines de la partie notée. Non prouvé : que personne n’a choisi sa graine après avoir vu les '
      + 'autres ; ce que le navigateur d’un joueur a gardé le montre.',
  ],
  'check.given': ['Use a transcript or seed kept elsewhere', 'Utiliser une transcription ou une graine gardée ailleurs'],
  'check.given.how': ['The text of the file, or the 64 digits of your seed', 'Le texte du fichier, ou les 64 chiffres de votre graine'],
  'check.notkept': [
    'That is neither a transcript nor a seed of 64 hexadecimal digits.',
    'Ce n’est ni une transcription ni une graine de 64 chiffres hexadécimaux.',
  ],
  'check.save': ['Save what this browser kept', 'Enregistrer ce que ce navigateur a gardé'],
  'check.withheld': [
    '{n} {n|player|players} promised a seed and did not reveal it.',
    '{n} {n|joueur a promis une graine|joueurs ont promis une graine} sans la dévoiler.',
  ],
  'check.odds': [
    'In every list of outcomes the chances sum to one, in the order of the lines.',
    'Dans chaque liste d’issues, les chances font un au total, dans l’ordre des lignes.',
  ],
  'check.draws': ['Every draw, computed again', 'Chaque tirage, recalculé'],
  'check.draws.some': ['{n} of {of} draws are right', '{n} tirages sur {of} sont justes'],
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
    'The lists of outcomes come from this server. To trust nothing but your own machine, save the record and run: cornet verify '
      + '--transcript KEPT FILE',
    'Les listes d’issues viennent de ce serveur. Pour ne se fier qu’à sa propre machine : enregistrez la partie et lancez cornet '
      + 'verify --transcript GARDÉ FICHIER',
  ],
  'check.record': ['Open the record', 'Ouvrir la notation'],

  ...analysis,

  // ---- the games ----
  ...Object.assign({}, ...Object.values(GAMES).map((game) => game.texts)),
};
