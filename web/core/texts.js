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
  'share.text': ['Come and play {game} with me', 'Venez jouer à {game} avec moi'],
  loading: ['One moment…', 'Un instant…'],
  skip: ['To the table', 'Aller à la table'],
  rules: ['Rules', 'Règles'],
  'rules.of': ['The rules of {game}', 'Les règles de {game}'],
  'rules.notation': ['For programmers: notation and state', 'Pour les programmeurs : notation et état (en anglais)'],
  'rules.none': ['The rules could not be loaded.', 'Les règles n’ont pas pu être chargées.'],
  'error.load': [
    'This page could not be loaded. Is the server still running?',
    'Cette page n’a pas pu être chargée. Le serveur est-il toujours en marche ?',
  ],
  'error.server': ['The server does not answer. Retrying…', 'Le serveur ne répond pas. Nouvel essai…'],
  'version.new': ['A new version of Cornet is available.', 'Une nouvelle version de Cornet est disponible.'],
  'version.reload': ['Update', 'Mettre à jour'],
  'storage.full': [
    'This browser’s storage is full: your games here end when you close this page.',
    'Le stockage de ce navigateur est plein : vos parties se terminent quand vous fermez cette page.',
  ],
  'storage.refused': [
    'This browser stores nothing (a private window?): your games here end when you close this page.',
    'Ce navigateur n’enregistre rien (fenêtre privée ?) : vos parties se terminent quand vous fermez cette page.',
  ],
  'storage.again': ['Your games are being saved again.', 'Vos parties sont de nouveau enregistrées.'],
  'all.title': ['All your data in one file', 'Toutes vos données dans un fichier'],
  'all.about': [
    'Your games in this browser, your seats, statistics and settings. Anybody who has the file can play in your seats.',
    'Vos parties dans ce navigateur, vos places, statistiques et réglages. Toute personne qui a ce fichier peut jouer à vos places.',
  ],
  'all.export': ['Save to a file', 'Enregistrer dans un fichier'],
  'all.import': ['Import a file…', 'Importer un fichier…'],
  'all.came': ['{n} {n|game|games} imported; yours are kept.', '{n} {n|partie importée|parties importées} ; les vôtres sont conservées.'],
  'all.wrong': ['Cornet did not write this file.', 'Ce fichier n’a pas été écrit par Cornet.'],
  'all.full': [
    'This browser has no room for the games in this file.',
    'Ce navigateur n’a pas assez de place pour les parties de ce fichier.',
  ],
  'all.refused': [
    'This browser stores nothing (a private window?), so the file cannot be imported.',
    'Ce navigateur n’enregistre rien (fenêtre privée ?) : le fichier ne peut pas être importé.',
  ],
  settings: ['Settings', 'Réglages'],
  'set.language': ['Language', 'Langue'],
  'set.theme': ['Colours', 'Couleurs'],
  'set.auto': ['Same as the system', 'Comme le système'],
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
  'set.pace': ['Speed of the turns', 'Vitesse des tours'],
  'set.slow': ['×0.5', '×0,5'],
  'set.calm': ['×1', '×1'],
  'set.brisk': ['×2', '×2'],
  'set.none': ['At once', 'Immédiat'],
  'set.sound': ['Sound', 'Son'],
  'set.notify': ['Notify me when it is my turn and I am elsewhere', 'Me prévenir quand c’est à moi et que je suis ailleurs'],
  'set.keys': [
    'Keys at the table: ? for the rules, 1 to 9 for the buttons below the board, the letter on a die or card to choose it, U to '
      + 'take back, H for a hint, W or = to hear where the game stands, arrows on the board, Tab everywhere.',
    'Touches à la table : ? pour les règles, 1 à 9 pour les boutons sous le plateau, la lettre sur un dé ou une carte pour le '
      + 'choisir, U pour reprendre un coup, H pour un indice, W ou = pour entendre où en est la partie, '
      + 'les flèches sur le plateau, Tab partout.',
  ],

  // ---- home ----
  'home.title': ['Four dice games', 'Quatre jeux de dés'],
  'home.alone': [
    'There is no server here: play against bots, or with others on this device.',
    'Il n’y a pas de serveur ici : jouez contre des robots, ou à plusieurs sur cet appareil.',
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
  'home.learn': ['Tutorial', 'Apprendre en jouant'],
  'home.learn.new': ['Show me how', 'Montrez-moi'],
  'home.together': ['Several people here…', 'À plusieurs ici…'],
  'home.options': ['Options…', 'Options…'],
  'home.mine': ['Your games', 'Vos parties'],
  'home.mine.more': ['{n} more of your games', '{n} {n|autre partie|autres parties} en cours'],
  'home.away': ['Hide', 'Masquer'],
  'away.title': ['Hide this game?', 'Masquer cette partie ?'],
  'away.body': [
    'Hide it and keep your seat: its link brings you back. Or leave it for good: a bot plays on for you.',
    'Masquez-la en gardant votre place : son lien vous y ramène. Ou quittez-la pour de bon : un robot jouera à votre place.',
  ],
  'away.hide': ['Hide it', 'La masquer'],
  starting: ['{game}: setting up the table…', '{game} : préparation de la table…'],
  'home.goon': ['Continue', 'Reprendre'],
  'home.tables': ['Tables to join or watch', 'Tables à rejoindre ou à regarder'],
  'home.notables': [
    'No public table at the moment. A table is private unless its host lists it.',
    'Aucune table publique en ce moment. Une table est privée, sauf si son hôte l’affiche.',
  ],
  'home.recent': ['Recent results', 'Derniers résultats'],
  'home.norecent': ['Nothing yet.', 'Rien pour l’instant.'],
  'home.join': ['Join', 'Rejoindre'],
  'home.watch': ['Watch', 'Regarder'],
  'home.look': ['View', 'Voir'],
  'home.open': ['{n} {n|open seat|open seats}', '{n} {n|place libre|places libres}'],
  'home.moves': ['{n} {n|move|moves}', '{n} {n|coup|coups}'],
  'home.plain': [
    'This address uses plain http: you can play here without a server while this page is open. To install it or open it without a '
      + 'network, use https.',
    'Cette adresse est en http simple : vous pouvez jouer ici sans serveur tant que cette page est ouverte. Pour l’installer ou '
      + 'l’ouvrir sans réseau, il faut https.',
  ],
  'home.foot': ['Nobody has to trust the dice:', 'Personne n’a à croire les dés sur parole :'],
  'home.check': ['check a game', 'vérifier une partie'],
  'new.title': ['{game}: a new table', '{game} : nouvelle table'],
  'new.players': ['Players', 'Joueurs'],
  'new.me': ['Me', 'Moi'],
  'new.open': ['Open: invite by link', 'Libre : par un lien'],
  'new.here': ['Another person on this device', 'Une autre personne sur cet appareil'],
  'new.here.who': ['Name of player {n}', 'Nom du joueur {n}'],
  'new.here.name': ['Player {n}', 'Joueur {n}'],
  'new.here.same': ['Two people cannot have the same name: {name}.', 'Deux personnes ne peuvent pas avoir le même nom : {name}.'],
  'new.best': ['Bot: the strongest', 'Robot : le plus fort'],
  'new.bot': ['Bot: {name}', 'Robot : {name}'],
  'new.dice': ['Real dice: we roll and enter the result', 'Vrais dés : nous lançons et saisissons le résultat'],
  'new.dice.about': [
    'Players roll real dice at this table and enter the result: nothing can be proved about them.',
    'À cette table, les joueurs lancent de vrais dés et saisissent le résultat : on ne peut rien prouver sur ces lancers.',
  ],
  'more.own': [
    'The dice are the players’ own: nothing can be proved about them.',
    'Les dés sont ceux des joueurs : on ne peut rien prouver sur ces lancers.',
  ],
  'roll.ask': ['roll {n} {n|die|dice} and enter the result', 'lancez {n} {n|dé|dés} et saisissez le résultat'],
  'roll.wait': ['The dice must be rolled.', 'Les dés sont à lancer.'],
  'roll.typed': ['The roll, in notation', 'Le lancer, en notation'],
  'roll.faces': ['Faces', 'Faces'],
  'roll.none': ['Nothing entered yet', 'Rien de saisi pour l’instant'],
  'roll.picked': ['{dice}; {n} left', '{dice} ; encore {n}'],
  'roll.enter': ['Enter this roll', 'Valider ce lancer'],
  'roll.back': ['Remove one', 'En retirer un'],
  'new.length': ['Length', 'Durée'],
  'new.length.own': ['According to the options', 'Selon les options'],
  'new.options': ['The game’s options', 'Options du jeu'],
  'new.named': ['Another bot, by name…', 'Un autre robot, par son nom…'],
  'new.more': ['Clock, chat, public table', 'Pendule, discussion, table publique'],
  'new.choice': ['“{option}: {value}”', '« {option} : {value} »'],
  'new.clock.out': ['When time runs out, a bot makes the move.', 'Quand le temps est écoulé, un robot joue le coup.'],
  'new.clock': ['Clock', 'Pendule'],
  'new.clock.none': ['No clock', 'Sans pendule'],
  'new.clock.move': ['{n} {n|second|seconds} per move', '{n} {n|seconde|secondes} par coup'],
  'new.clock.bank': [
    '{n} {n|minute|minutes} each, plus {s} {s|second|seconds} per move',
    '{n} {n|minute|minutes} par joueur, plus {s} {s|seconde|secondes} par coup',
  ],
  'new.listed': ['Show this table to everybody on the home page', 'Montrer cette table à tous sur la page d’accueil'],
  takeover: ['Others may take the seat of an absent player', 'D’autres peuvent prendre la place d’un joueur absent'],
  'new.chat': ['Chat at the table', 'Discussion à la table'],
  'new.invite': ['Create and invite', 'Créer et inviter'],
  'new.start': ['Start', 'Commencer'],

  // ---- names ----
  'agent.': ['Bot', 'Robot'],
  'agent.random': ['Haphazard', 'Hasard'],
  'adaptive.about': [
    'Your equal starts as Steady. In each rematch it plays stronger if you won and weaker if you lost.',
    '« Sur mesure » commence au niveau Solide ; à chaque revanche, il joue plus fort si vous avez gagné et moins fort si vous avez perdu.',
  ],
  'adaptive.at': ['Your equal now plays as {weaker}.', '« Sur mesure » joue maintenant au niveau {weaker}.'],
  'adaptive.between': [
    'Your equal now plays between {weaker} and {stronger}.',
    '« Sur mesure » joue maintenant entre {weaker} et {stronger}.',
  ],
  'adaptive.below': ['Your equal now plays below {weakest}.', '« Sur mesure » joue maintenant en dessous de {weakest}.'],
  'agent.adaptive': ['Your equal', 'Sur mesure'],
  'agent.greedy': ['Greedy', 'Glouton'],
  'agent.easy': ['Easy', 'Facile'],
  'agent.normal': ['Steady', 'Solide'],
  'agent.max': ['Champion', 'Champion'],
  'agent.hard': ['Tough', 'Coriace'],
  'agent.novice': ['Novice', 'Novice'],
  'level.of': ['level {n} of 5', 'niveau {n} sur 5'],
  'seat.n': ['Seat {n}', 'Place {n}'],
  'seat.open': ['Open seat', 'Place libre'],
  'seat.you': ['you', 'vous'],
  'seat.bot': ['bot', 'robot'],
  'seat.standin': ['a bot stands in', 'remplacé par un robot'],
  'seat.back': ['plays again', 'joue de nouveau'],
  'seat.passes': ['{to} takes {from}’s seat.', '{to} prend la place de {from}.'],
  'seat.left': ['has left; a bot plays', 'parti ; un robot joue'],
  'seat.away': ['away', 'absent'],
  'flag.throw': ['Throw!', 'Lancez !'],
  'flag.enter': ['Your turn: throw your dice', 'À vous : lancez vos dés'],
  'flag.choose': ['Your turn', 'À vous'],
  'flag.other': ['is thinking…', 'réfléchit…'],
  'flag.other.tothrow': ['to throw', 'doit lancer'],
  'flag.other.throw': ['throws', 'lance'],
  'seat.turn': ['plays', 'joue'],
  'seat.turn.you': ['your turn', 'à vous'],
  'take.why': ['A bot plays for an absent player: you can take that seat.', 'Un robot remplace un joueur absent : vous pouvez prendre sa place.'],
  'take.seat': ['Take {name}’s seat', 'Prendre la place de {name}'],
  'taken.told': [
    'While you were away, {name} took your seat. You can watch, or ask for it back.',
    'Pendant votre absence, {name} a pris votre place. Vous pouvez regarder, ou la redemander.',
  ],
  'taken.why': ['{name} took your seat while you were away.', '{name} a pris votre place pendant votre absence.'],
  'taken.bot': ['A bot plays at your seat.', 'Un robot joue à votre place.'],
  'taken.ask': ['Ask for my seat back', 'Redemander ma place'],
  'taken.back': ['Take my seat back', 'Reprendre ma place'],
  away: ['{name} is away; the table waits.', '{name} n’est pas là ; la table attend.'],
  'seat.letbot': ['Let a bot stand in', 'Faire jouer un robot à sa place'],
  'watching.one': ['1 person watches', '1 personne regarde'],
  'watching.many': ['{n} people watch', '{n} personnes regardent'],
  'stats.title': ['Your statistics ({n} {n|game|games})', 'Vos statistiques ({n} {n|partie|parties})'],
  'stats.about': [
    'Games in which you had a seat and that ended in this browser. If several people share this device, only your own seat counts. '
      + 'Games continued from a moment of another game do not count.',
    'Les parties où vous aviez une place et qui se sont terminées dans ce navigateur. À plusieurs sur un appareil, seule votre '
      + 'place compte. Une partie reprise à partir d’un moment d’une autre ne compte pas.',
  ],
  'stats.against': ['Against', 'Contre'],
  'stats.people': ['People', 'Des personnes'],
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
    'Counts and results are deleted for good. Your games stay.',
    'Les comptes et les résultats sont effacés définitivement. Vos parties restent.',
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
  'chat.phrases': ['Set phrases', 'Phrases toutes prêtes'],
  'phrase.hello': ['Hello!', 'Bonjour !'],
  'phrase.luck': ['Good luck!', 'Bonne chance !'],
  'phrase.played': ['Well played!', 'Bien joué !'],
  'phrase.thanks': ['Thank you!', 'Merci !'],
  'phrase.wow': ['Incredible!', 'Incroyable !'],
  'phrase.lucky': ['What luck!', 'Quelle chance !'],
  'phrase.unlucky': ['Bad luck…', 'Pas de chance…'],
  'phrase.oops': ['Oops!', 'Oups !'],
  'phrase.think': ['Let me think…', 'Je réfléchis…'],
  'phrase.back': ['Back in a minute.', 'Je reviens tout de suite.'],
  'phrase.again': ['Another game?', 'On rejoue ?'],
  'phrase.bye': ['See you soon!', 'À bientôt !'],
  'log.you': ['You', 'Vous'],
  'chat.send': ['Send', 'Envoyer'],
  more: ['Table', 'Table'],
  'more.link': ['Copy the link to this table', 'Copier le lien de cette table'],
  'more.chat': ['Chat is on', 'Discussion ouverte'],
  'more.listed': ['Listed on the home page', 'Affichée sur la page d’accueil'],
  'more.leave': ['Home; I keep my seat', 'Accueil, je garde ma place'],
  resign: ['Resign', 'Abandonner'],
  'resign.title': ['Resign?', 'Abandonner la partie ?'],
  'resign.body': ['You lose this game at once.', 'Vous perdez aussitôt cette partie.'],
  'resign.of': ['{name} loses this game at once.', '{name} perd aussitôt cette partie.'],
  'resign.stay': ['Keep playing', 'Continuer à jouer'],
  'draw.offer': ['Offer a draw', 'Proposer la nulle'],
  'more.quit': ['Leave for good', 'Quitter pour de bon'],
  'more.fair': ['Fair dice: the server is committed to', 'Dés vérifiables : le serveur s’est engagé sur'],
  'more.fair.how': ['How does this work?', 'Comment ça marche ?'],
  'quit.title': ['Leave for good?', 'Quitter pour de bon ?'],
  'quit.body': [
    'A bot will play your seat to the end, and you cannot return to it. To return later, close the page instead.',
    'Un robot jouera à votre place jusqu’au bout, et vous ne pourrez pas la reprendre. Pour revenir plus tard, fermez simplement la page.',
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
  'pass.why': ['A hand is shown only to its player.', 'Une main n’est montrée qu’à son joueur.'],
  'pass.take': ['I am {name}: show my hand', 'Je suis {name} : montrer ma main'],
  'more.turn': ['Turn the board towards the player to move', 'Tourner le plateau vers celui qui joue'],
  started: ['The game begins.', 'La partie commence.'],
  over: ['Game over', 'Partie finie'],
  'over.rematch': ['Rematch', 'Revanche'],
  'over.next': ['To the rematch', 'À la revanche'],
  'over.replay': ['Analysis', 'Analyse'],
  'over.more': ['More…', 'Plus…'],
  'over.check': ['Check the dice', 'Vérifier les dés'],
  'over.record': ['The game in notation', 'La partie en notation'],
  'over.link': ['Share as a link that works without a server', 'Partager par un lien qui fonctionne sans serveur'],
  'shared.title': ['This game cannot be opened', 'Cette partie ne peut pas être ouverte'],
  'shared.broken': ['This link is damaged: it was cut or changed on the way.', 'Ce lien est abîmé : il a été coupé ou modifié en chemin.'],
  'shared.long': ['This is too long for a game.', 'C’est trop long pour une partie.'],
  'shared.wrong': ['This is not a finished game of Cornet: {why}.', 'Ce n’est pas une partie finie de Cornet : {why}.'],
  'shared.nothere': [
    'This server cannot open games from a link or a file.',
    'Ce serveur ne peut pas ouvrir une partie à partir d’un lien ou d’un fichier.',
  ],
  'shared.file': [
    'This game is too long for a link. It was saved as a file, which you can open on the home page.',
    'Cette partie est trop longue pour un lien. Elle est enregistrée dans un fichier, à ouvrir depuis l’accueil.',
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
  'bar.thinks': ['{name} is thinking…', '{name} réfléchit…'],
  'bar.tothrow': ['{name} is to throw the dice.', 'À {name} de lancer les dés.'],
  'bar.throws': ['{name} is rolling the dice…', '{name} lance les dés…'],
  'where.mine': ['Your turn.', 'À vous.'],
  'where.can': ['You can: {what}.', 'Vous pouvez : {what}.'],
  'bar.soon': ['In a moment…', 'Dans un instant…'],
  'bar.watching': ['You are watching.', 'Vous regardez.'],
  'line.chance': ['Dice: {words}.', 'Dés : {words}.'],
  'line.player': ['{name}: {words}.', '{name} : {words}.'],
  'line.player.you': ['You: {words}.', 'Vous : {words}.'],
  'line.late': ['{name} did not answer in time and forfeits the game.', '{name} n’a pas répondu à temps et perd par forfait.'],
  'line.stopped': ['{name} broke down and forfeits the game.', '{name} est en panne et perd par forfait.'],
  'line.resigns': ['{name} resigns.', '{name} abandonne.'],
  'line.resigns.you': ['You resign.', 'Vous abandonnez.'],
  'line.draws': ['{name} accepts the draw.', '{name} accepte la nulle.'],
  'line.draws.you': ['You accept the draw.', 'Vous acceptez la nulle.'],
  'line.forfeits': ['{name} cannot continue and forfeits the game.', '{name} ne peut pas continuer et perd par forfait.'],
  'link.connecting': ['Connecting…', 'Connexion…'],
  'link.lost': ['Connection lost.', 'Connexion perdue.'],
  'link.retry': ['Retrying in', 'Nouvel essai dans'],
  'link.now': ['Retry now', 'Réessayer maintenant'],
  'link.back': ['Reconnected.', 'Connexion rétablie.'],
  'link.unsure': [
    'The connection was lost while sending. When it is back, the table shows whether your move counted.',
    'La connexion a été perdue pendant l’envoi. À son retour, la table montrera si votre coup a compté.',
  ],
  'gone.title': ['No such table', 'Table introuvable'],
  'gone.why': [
    'This table does not exist or was deleted: unfinished games are kept only for a while. Is the link complete?',
    'Cette table n’existe pas ou a été effacée : les parties inachevées ne sont gardées qu’un temps. Le lien est-il complet ?',
  ],
  'lost.title': ['There is nothing here', 'Il n’y a rien ici'],
  'lost.why': [
    'This address leads nowhere. Perhaps a letter is missing.',
    'Cette adresse ne mène nulle part. Il manque peut-être une lettre.',
  ],
  'gone.home': ['To the home page', 'À l’accueil'],
  'wait.title': ['Waiting for {n} {n|player|players}', 'En attente de {n} {n|joueur|joueurs}'],
  'wait.how': [
    'Send this link. Anybody who opens it can take a seat.',
    'Envoyez ce lien. Toute personne qui l’ouvre peut s’asseoir à la table.',
  ],
  'wait.local': [
    'Only this computer can open this link. For friends on your network, start the server with cornet serve --bind all (make run '
      + 'BIND=all).',
    'Seul cet ordinateur peut ouvrir ce lien. Pour des amis sur votre réseau, lancez le serveur avec cornet serve --bind all (make '
      + 'run BIND=all).',
  ],
  'wait.address': ['Address on the network', 'Adresse sur le réseau'],
  'wait.link': ['Link to this table', 'Lien de cette table'],
  'wait.qr': ['QR code of the link', 'Code QR du lien'],
  'wait.fill': ['Start now, with {n|a bot|bots} instead', 'Commencer tout de suite avec {n|un robot|des robots}'],
  'dice.failed': [
    '{name} promised a number for the dice and did not reveal it. The dice are made again without it.',
    '{name} a promis un nombre pour les dés et ne l’a pas révélé. Les dés sont refaits sans ce nombre.',
  ],
  'dice.failed.some': [
    '{names} promised a number for the dice and did not reveal it. The dice were made again without it.',
    'Nombre promis pour les dés et non révélé : {names}. Les dés ont été refaits sans lui.',
  ],
  'dice.out': [
    'The dice of this table are made without your number: they prove nothing to you.',
    'Les dés de cette table sont faits sans votre nombre : ils ne vous prouvent rien.',
  ],
  'dice.late': [
    'The server says that you did not answer in time: the dice are made without your number and prove nothing to you.',
    'Le serveur dit que vous n’avez pas répondu à temps : les dés sont faits sans votre nombre et ne vous prouvent rien.',
  ],
  'dice.lost': [
    'This browser does not know the number promised for your seat, so it cannot reveal it.',
    'Ce navigateur ne connaît pas le nombre promis pour votre place : il ne peut pas le révéler.',
  ],
  'dice.unsaved': [
    'This browser could not save all of this game: it goes on from the last move that was saved.',
    'Ce navigateur n’a pas pu enregistrer toute la partie : elle reprend au dernier coup enregistré.',
  ],
  'dice.cheated': [
    'The server broke the rules of the fair dice. Do not trust the dice of this table; your number stays secret.',
    'Le serveur a enfreint les règles des dés vérifiables. Ne vous fiez pas aux dés de cette table ; votre nombre reste secret.',
  ],
  'wait.fair': ['Shaking the cup…', 'On secoue le cornet…'],
  'wait.fair.why': [
    'Everybody adds a secret to the dice, so nobody can choose them.',
    'Chacun ajoute un secret aux dés, pour que personne ne puisse les choisir.',
  ],
  'wait.short': ['Waiting for players.', 'En attente de joueurs.'],
  'join.title': ['{name} invites you to play {game}', '{name} vous invite à jouer à {game}'],
  'join.sit': ['Sit down', 'S’asseoir'],
  'join.watch': ['Or just stay and watch.', 'Ou restez pour regarder.'],
  'ask.undo': ['{name} would like to take back the last move.', '{name} voudrait reprendre son dernier coup.'],
  'ask.bot': ['{name} proposes that a bot stand in for {seat}.', '{name} propose qu’un robot joue à la place de {seat}.'],
  'ask.rematch': ['{name} would like a rematch.', '{name} voudrait une revanche.'],
  'ask.draw': ['{name} offers a draw.', '{name} propose la nulle.'],
  'ask.seat': ['{name} is back and asks {seat} for the seat.', '{name} est de retour et redemande sa place à {seat}.'],
  'ask.wait': ['Waiting for {name}.', 'On attend {name}.'],
  'ask.no': ['The proposal was not accepted.', 'La proposition n’a pas été acceptée.'],
  'ask.refused': ['{name} refused.', '{name} a refusé.'],
  hint: ['Hint', 'Indice'],
  'hint.then': ['Likely to follow: {what}', 'Suite probable : {what}'],
  'hint.wait': ['Thinking…', 'Réflexion…'],
  'hint.more': ['First estimate; refining…', 'Premier avis ; calcul en cours…'],
  'hint.shares': ['Your chance of winning', 'Vos chances de gagner'],
  'hint.title': ['Your chance of winning after each choice', 'Vos chances de gagner après chaque choix'],
  'hint.best': ['Best: {what}, {share}.', 'Le mieux : {what}, {share}.'],
  numbers: ['The numbers are {how}.', 'Les nombres sont {how}.'],
  'curve.title': ['Luck and error', 'Chance et erreurs'],
  'curve.now': ['Chances of winning at this moment', 'Chances de gagner à ce moment'],
  'curve.label': ['Everybody’s chance of winning after each move', 'Les chances de gagner de chacun après chaque coup'],
  'curve.computing': ['Analysing the game…', 'La partie est en cours d’analyse…'],
  'curve.ready': ['The analysis is ready.', 'L’analyse est prête.'],
  'curve.none': ['This game could not be analysed.', 'Cette partie n’a pas pu être analysée.'],
  sums: ['Luck and error of each player', 'Chance et erreurs de chacun'],
  'sums.seat': ['Player', 'Joueur'],
  'sums.luck': ['Luck', 'Chance'],
  'sums.luck.about': ['effect of dice and draws', 'effet des dés et de la pioche'],
  'sums.cost': ['Cost', 'Coût'],
  'sums.cost.about': ['cost of one’s own choices', 'coût de ses propres choix'],
  'sums.hidden': ['Hidden', 'Caché'],
  'sums.hidden.about': [
    'further effect of these choices with the cards as they really lay',
    'effet supplémentaire de ces choix avec les vraies cartes',
  ],
  'sums.speed': ['Speed', 'Vitesse'],
  'sums.speed.about': ['value of having a word before the others', 'valeur d’un mot trouvé avant les autres'],
  'sums.others': ['Others', 'Autres'],
  'sums.others.about': ['effect of the others’ choices', 'effet des choix des autres'],
  'sums.unexplained': ['Rest', 'Reste'],
  'sums.unexplained.about': ['unexplained rest', 'reste inexpliqué'],
  'sums.errors': ['Mistakes', 'Erreurs'],
  'sums.errors.about': ['mistakes among the decisions', 'erreurs parmi les décisions'],
  'sums.rate': ['Each', 'Par choix'],
  'sums.rate.about': ['mean cost per decision', 'coût moyen par décision'],
  'sums.verdict': ['Verdict', 'Verdict'],
  'sums.verdict.about': ['the play in a word', 'le jeu en un mot'],
  'sums.disputed': ['Refused, although people might accept it: {list}.', 'Refusé, mais une table aurait pu l’accepter : {list}.'],
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
  'replay.back': ['Back one move', 'Un coup en arrière'],
  'replay.next': ['Forward one move', 'Un coup en avant'],
  'replay.last': ['To the end', 'À la fin'],
  'replay.run': ['Play', 'Lecture'],
  'replay.pause': ['Pause', 'Pause'],
  'replay.close': ['Close', 'Fermer'],

  // ---- guided first games; learn.GAME.NOTE is the text at the comment NOTE of games/GAME/lesson.cornet ----
  'learn.title': ['{game}: your first game', '{game} : votre première partie'],
  'learn.progress': ['Progress', 'Progression'],
  'learn.leave': ['Leave', 'Quitter'],
  'learn.next': ['Continue', 'Continuer'],
  'learn.you': ['You', 'Vous'],
  'learn.none': ['This game has no tutorial.', 'Il n’y a pas de partie guidée pour ce jeu.'],
  'learn.other': ['Possible in a real game. Here: {what}', 'C’est possible dans une vraie partie. Ici : {what}'],
  'learn.done': ['You know the game!', 'Vous connaissez le jeu !'],
  'learn.real': ['Now a real game', 'Maintenant, une vraie partie'],





  // ---- fair dice ----
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
    '{n} of the {of} lines of the game were shown here, and they match the record.',
    '{n} des {of} lignes de la partie ont été montrées ici, et correspondent à l’enregistrement.',
  ],
  'check.broken': [
    '{n} {n|attempt was|attempts were} broken off after your seed was opened: whoever failed then, together with the server, had a choice.',
    '{n} {n|essai a été rompu|essais ont été rompus} après l’ouverture de votre graine : qui a manqué alors avait, avec le serveur, un '
      + 'choix.',
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
    'The lists of outcomes come from this server. To trust only your own machine, save the record and run: cornet verify '
      + '--transcript TRANSCRIPT FILE',
    'Les listes d’issues viennent de ce serveur. Pour ne vous fier qu’à votre machine, sauvegardez l’enregistrement et lancez : '
      + 'cornet verify --transcript TRANSCRIPTION FICHIER',
  ],
  'check.record': ['Open the record', 'Ouvrir l’enregistrement'],

  ...analysis,

  // ---- the games ----
  ...Object.assign({}, ...Object.values(GAMES).map((game) => game.texts)),
};
