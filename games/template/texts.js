// Template: the browser's texts, English and French side by side (see texts.js).
export default {
  // ---- names ----
  'title.template': ['Template', 'Template'],
  'opt.template.target': ['Points to win', 'Points pour gagner'],
  'opt.template.target.about': ['Fewer make a shorter game.', 'Moins de points, partie plus courte.'],

  // ---- the board ----
  'template.target': ['First to {n} points', 'Le premier à {n} points'],
  'template.score': ['{n} {n|point|points}', '{n} {n|point|points}'],
  'template.die': ['The die shows {pips}', 'Le dé montre {pips}'],
  'template.nodie': ['The die has not been thrown yet', 'Le dé n’a pas encore été lancé'],
  'template.turn': ['{name}: {n} {n|point|points} this turn', '{name} : {n} {n|point|points} ce tour'],
  'template.ask.first': ['Throw the die.', 'Lancez le dé.'],
  'template.ask': ['Throw again, or bank the points?', 'Relancer, ou garder les points ?'],
  'template.do.roll': ['Throw', 'Lancer'],
  'template.do.hold': ['Bank {n}', 'Garder {n}'],
  'template.end': ['{list} points.', '{list} points.'],
  'template.say.die': ['The die shows {pips}.', 'Le dé montre {pips}.'],
  'template.say.roll': ['{name} throws.', '{name} lance.'],
  'template.say.roll.you': ['You throw.', 'Vous lancez.'],
  'template.say.hold': ['{name} banks the points.', '{name} garde les points.'],
  'template.say.hold.you': ['You bank the points.', 'Vous gardez les points.'],

  // ---- the guided first game ----
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
