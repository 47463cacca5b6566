// The texts of the fair dice of version 3 at a table. They are loaded when one is needed (feed.js).
import { TEXTS } from '../core/texts.js';

Object.assign(TEXTS, {
  'dice.contradicted': [
    'The server contradicts itself. Do not trust this table. Your device opens no more numbers; your transcript proves what happened.',
    'Le serveur se contredit. Ne vous fiez pas à cette table. Votre appareil n’ouvre plus de nombres ; votre transcription prouve ce qui '
      + 's’est passé.',
  ],
  'dice.unsent': [
    'The server recorded a move in your name that you never sent. Do not trust this table; your transcript proves it.',
    'Le serveur a inscrit à votre nom un coup que vous n’avez jamais envoyé. Ne vous fiez pas à cette table ; votre transcription le '
      + 'prouve.',
  ],
  'dice.forfeit': [
    'The server ended the game in a player’s name, without that player’s consent. Do not trust this table.',
    'Le serveur a mis fin à la partie au nom d’un joueur, sans son accord. Ne vous fiez pas à cette table.',
  ],
  'dice.undo': [
    'The server took back moves without the players’ consent. Do not trust this table.',
    'Le serveur a repris des coups sans l’accord des joueurs. Ne vous fiez pas à cette table.',
  ],
  'dice.early': [
    'A player’s time ran out earlier than this device’s clock says. The connection was slow, or the server cheated.',
    'Le temps d’un joueur s’est écoulé plus tôt que ne le dit l’horloge de cet appareil. La connexion était lente, ou le serveur a triché.',
  ],
  'dice.leftout': [
    'The server drew without your number. This draw proves nothing to you.',
    'Le serveur a fait un tirage sans votre nombre. Ce tirage ne vous prouve rien.',
  ],
  'dice.moved': [
    'Another device takes part in the dice for your seat now. This one no longer does.',
    'Un autre appareil participe désormais aux dés pour votre place. Celui-ci n’y participe plus.',
  ],
  'dice.window': [
    'This seat is open in another window of this browser. Play there, or close it.',
    'Cette place est ouverte dans une autre fenêtre de ce navigateur. Jouez-y, ou fermez-la.',
  ],
  'dice.unstored': [
    'This browser stores nothing. You can play, but nothing will be proved once the page is closed.',
    'Ce navigateur n’enregistre rien. Vous pouvez jouer, mais rien ne sera prouvé une fois la page fermée.',
  ],
  'dice.unproved': [
    'The server refused your device’s part in the dice. They prove nothing to you.',
    'Le serveur a refusé la participation de votre appareil aux dés. Ils ne vous prouvent rien.',
  ],
});
