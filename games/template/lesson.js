// Template: the texts of the guided first game. learn.GAME.NOTE is shown at the comment NOTE of lesson.cornet.
/** @type {Record<string, [string, string]>} */
export default {
  'learn.template.start': ['Collect points with one die. Throw it.', 'Gagnez des points avec un dé. Lancez-le.'],
  'learn.template.again': [
    'A 5: five points for this turn. You may throw again. Do!',
    'Un 5 : cinq points pour ce tour. Vous pouvez relancer. Allez-y !',
  ],
  'learn.template.hold': ['Nine points. A 1 would lose them all: bank them.', 'Neuf points. Un 1 les ferait tous perdre : gardez-les.'],
  'learn.template.lost': [
    'Robin threw a 1, which loses the points of the turn and ends it. Your throw.',
    'Robin a fait 1 : les points du tour sont perdus, et le tour est fini. À vous.',
  ],
  'learn.template.won': [
    'The target is reached: you win at once. In a real game it is 100.',
    'Le but est atteint : c’est gagné aussitôt. Dans une vraie partie, c’est 100.',
  ],
};
