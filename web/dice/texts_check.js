// The texts of the fair-dice page. They are loaded with it.
import { TEXTS } from '../core/texts.js';

Object.assign(TEXTS, {
  'check.title': ['Fair dice', 'Dés vérifiables'],
  'check.lead': [
    'Nobody at the table, not even the server, can foresee or choose the dice, or play a move in your place. When a game is over, your '
      + 'browser can check it here.',
    'Personne à la table, pas même le serveur, ne peut prévoir ni choisir les dés, ni jouer un coup à votre place. Une fois la partie '
      + 'finie, votre navigateur peut la vérifier ici.',
  ],
  'check.how.1': [
    'Before the game, each player’s device makes a chain of secret numbers and shows its end: from then on it cannot change any number. '
      + 'The server seals a secret number before each draw.',
    'Avant la partie, l’appareil de chaque joueur crée une chaîne de nombres secrets et en montre le bout : dès lors, il ne peut plus en '
      + 'changer aucun. Le serveur scelle un nombre secret avant chaque tirage.',
  ],
  'check.how.2': [
    'For each draw, every device opens its next number, and the server opens its own last. Until then nobody knows the draw.',
    'Pour chaque tirage, chaque appareil ouvre son nombre suivant, et le serveur ouvre le sien en dernier. Jusque-là, personne ne connaît '
      + 'le tirage.',
  ],
  'check.how.3': [
    'The numbers together give a key. HMAC-SHA-256 under this key picks one of the possible outcomes, each with its exact odds.',
    'Les nombres ensemble donnent une clé. Le HMAC-SHA-256 sous cette clé choisit l’une des issues possibles, chacune avec sa probabilité '
      + 'exacte.',
  ],
  'check.how.4': [
    'Your device stores every line it saw and every move it sent. The check compares them with the record and replays the game by its '
      + 'rules.',
    'Votre appareil enregistre chaque ligne qu’il a vue et chaque coup qu’il a envoyé. La vérification les compare à l’enregistrement et '
      + 'rejoue la partie selon les règles.',
  ],
  'check.table': ['The table’s name or link', 'Le nom ou le lien de la table'],
  'check.go': ['Check', 'Vérifier'],
  'check.busy': ['Checking…', 'Vérification…'],
  'check.notover': [
    'This game is not over. Its dice can be checked at the end.',
    'Cette partie n’est pas finie. Ses dés pourront être vérifiés à la fin.',
  ],
  'check.missing': [
    'This table does not exist, or it cannot be reached now.',
    'Cette table n’existe pas, ou elle est inaccessible pour l’instant.',
  ],
  'check.nomodule': [
    'This server was built without the check for browsers. Save the record and run: cornet verify --transcript TRANSCRIPT FILE',
    'Ce serveur a été construit sans la vérification pour navigateurs. Sauvegardez l’enregistrement et lancez : cornet verify '
      + '--transcript TRANSCRIPTION FICHIER',
  ],
  'check.load': [
    'The check could not be loaded. Try again when you are connected.',
    'La vérification n’a pas pu être chargée. Réessayez une fois connecté.',
  ],
  'check.grade.proved': ['Proved', 'Prouvé'],
  'check.grade.in-part': ['Proved in part', 'Prouvé en partie'],
  'check.grade.not-proved': ['Not proved', 'Non prouvé'],
  'check.grade.contradicted': ['Contradicted: do not trust this game', 'Contredit : ne vous fiez pas à cette partie'],
  'check.grade.refused': ['This game does not pass the check', 'Cette partie ne passe pas la vérification'],
  'check.at.record': ['(line {n} of the record)', '(ligne {n} de l’enregistrement)'],
  'check.at.transcript': ['(line {n} of the transcript)', '(ligne {n} de la transcription)'],
  'check.own.rules': [
    'Computed in this browser, with the rules of the game. No server was trusted.',
    'Calculé dans ce navigateur, avec les règles du jeu. Aucun serveur n’a été cru sur parole.',
  ],
  'check.experts': ['For experts', 'Pour les experts'],
  'check.given': ['Use files', 'Utiliser des fichiers'],
  'check.file.record': ['The record', 'L’enregistrement'],
  'check.file.transcript': ['Your transcript', 'Votre transcription'],
  'check.given.how': [
    'Or the text of the transcript, or the 64 digits of your seed',
    'Ou le texte de la transcription, ou les 64 chiffres de votre graine',
  ],
  'check.save': ['Save the transcript ({name})', 'Enregistrer la transcription ({name})'],
  'check.seat': ['seat {n}', 'place {n}'],
  'check.record': ['Open the record', 'Ouvrir l’enregistrement'],
});
