// Wazabi: the texts of the guided first game. learn.GAME.NOTE is shown at the comment NOTE of lesson.cornet.
/** @type {Record<string, [string, string]>} */
export default {
  'learn.wazabi.start': [
    'Be the first without dice. Everybody starts with four dice and three hidden cards.',
    'Soyez le premier sans dé. Chacun commence avec quatre dés et trois cartes cachées.',
  ],
  'learn.wazabi.deal': [
    'Your cards lie below, with their price in leaves: W on the dice. Everybody rolls once; the most W starts.',
    'Vos cartes sont en bas, avec leur prix en feuilles : les W des dés. Chacun lance une fois ; le plus grand nombre de W commence.',
  ],
  'learn.wazabi.first': [
    'You rolled four W: you start. Each turn begins with a roll of all your dice.',
    'Quatre W : vous commencez. Chaque tour débute par un lancer de tous vos dés.',
  ],
  'learn.wazabi.faces': [
    'C, D, W, W. The C draws a card. The D is a die to give away. The two W pay for a card.',
    'C, D, W, W. Le C fait piocher une carte. Le D est un dé à donner. Les deux W paient une carte.',
  ],
  'learn.wazabi.give': [
    'Now give the D die to another player: pick Robin.',
    'Donnez maintenant le dé D à un autre joueur : choisissez Robin.',
  ],
  'learn.wazabi.card': [
    'You may play one card of at most two W. “Skip a turn” is free: pick it, then Robin.',
    'Vous pouvez jouer une carte d’au plus deux W. « Sautez 1 tour » est gratuite : choisissez-la, puis Robin.',
  ],
  'learn.wazabi.skipped': ['Robin’s turn was skipped. Zoé has rolled three W.', 'Robin a passé son tour. Zoé a lancé trois W.'],
  'learn.wazabi.retire2': [
    'Zoé paid three W to take two dice out of the game: two left! Your turn.',
    'Zoé a payé trois W pour retirer deux dés du jeu : il lui en reste deux ! À vous.',
  ],
  'learn.wazabi.again': [
    'You have three dice: D W W. Give the D to Zoé, who is ahead.',
    'Vous avez trois dés : D W W. Donnez le D à Zoé, qui mène.',
  ],
  'learn.wazabi.draw3': ['Two W: play “Draw three”, for one W.', 'Deux W : jouez « Piochez 3 cartes », pour un W.'],
  'learn.wazabi.keep': [
    'Robin played “All down to two”: everybody else keeps two cards. Zoé has chosen. Keep one “Remove a die” and “Again, other way”.',
    'Robin a joué « Plus que 2 cartes » : les autres en gardent deux. Zoé a choisi. Gardez un « Retirez 1 dé » et « Rejouez, sens '
      + 'inverse ».',
  ],
  'learn.wazabi.turned': [
    'Zoé played “All dice pass on”, to the left: everybody’s dice went to the next player. You got Zoé’s three.',
    'Zoé a joué « Les dés tournent », vers la gauche : les dés de chacun sont passés au suivant. Vous avez reçu les trois de Zoé.',
  ],
  'learn.wazabi.fewer': ['C, D, W: you drew a card. Give the D to Robin.', 'C, D, W : vous avez pioché une carte. Donnez le D à Robin.'],
  'learn.wazabi.rejoue': [
    'Two dice left. Play “Again, other way”: it is free, you play a whole new turn, and the direction is reversed.',
    'Il reste deux dés. Jouez « Rejouez, sens inverse » : c’est gratuit, vous rejouez tout un tour et le sens du jeu s’inverse.',
  ],
  'learn.wazabi.reversed': [
    'The arrows have turned. W W: play “Remove a die”. (It cannot be played in a turn with two or more D.)',
    'Les flèches ont tourné. W W : jouez « Retirez 1 dé ». (Impossible dans un tour avec deux D ou plus.)',
  ],
  'learn.wazabi.stolen': [
    'One die left! Zoé played “Steal a card”: she took one from Robin, unseen.',
    'Plus qu’un dé ! Zoé a joué « Volez 1 carte » : elle en a pris une à Robin, sans la voir.',
  ],
  'learn.wazabi.reste1': [
    'Robin answered with “Down to one card”: Zoé had two, kept one of her choice and lost the other.',
    'Robin a répondu par « Plus qu’une carte » : Zoé en avait deux, en a gardé une au choix et perdu l’autre.',
  ],
  'learn.wazabi.nothing': [
    'Your die shows C: a card, but no W to pay for one. Pass.',
    'Votre dé montre C : une carte, mais aucun W pour payer. Passez.',
  ],
  'learn.wazabi.given': [
    'Zoé played “Give a die”, for three W: you have two again.',
    'Zoé a joué « Donnez 1 dé », pour trois W : vous en avez de nouveau deux.',
  ],
  'learn.wazabi.last': ['D and W: first give the D to Zoé.', 'D et W : donnez d’abord le D à Zoé.'],
  'learn.wazabi.remove': ['And the W pays for “Remove a die”: play it.', 'Et le W paie « Retirez 1 dé » : jouez-la.'],
  'learn.wazabi.won': [
    'No dice left: you win at once. You have now seen all ten cards. When the pile is empty, the discards become the new pile; four '
      + 'or six players can play in teams.',
    'Plus de dé : c’est gagné aussitôt. Vous avez vu les dix cartes. Quand la pioche est vide, la défausse la remplace ; à quatre '
      + 'ou six, on peut jouer en équipes.',
  ],

  // Kinds of mistakes in a person’s statistics, by the first word of the best choice.
  'mistake.wazabi.play': ['Which card to play', 'La carte à jouer'],
  'mistake.wazabi.pass': ['When to play no card', 'Quand ne pas jouer de carte'],
  'mistake.wazabi.give': ['Who gets a die', 'À qui donner un dé'],
  'mistake.wazabi.keep': ['Which cards to keep', 'Les cartes à garder'],
  'mistake.wazabi.from': ['Whose card to draw', 'Chez qui piocher'],
};
