// Template: the browser's texts, English and French side by side (see texts.js).
export default {
  // ---- names ----
  'title.template': ['Template', 'Template'],
  'opt.template.target': ['Points to win', 'Points pour gagner'],
  'opt.template.target.about': ['Fewer make a shorter game.', 'Moins de points, partie plus courte.'],

  // ---- the board ----
  'template.target': ['First to {n} {n|point|points}', 'Le premier à {n} {n|point|points}'],
  'template.score': ['{n} {n|point|points}', '{n} {n|point|points}'],
  'template.die': ['The die shows {pips}', 'Le dé montre {pips}'],
  'template.nodie': ['The die has not been thrown yet', 'Le dé n’a pas encore été lancé'],
  'template.turn': ['{name}: {n} {n|point|points} this turn', '{name} : {n} {n|point|points} ce tour'],
  'template.ask.first': ['Throw the die.', 'Lancez le dé.'],
  'template.ask': ['Throw again, or bank the points?', 'Relancer, ou garder les points ?'],
  'template.do.roll': ['Throw', 'Lancer'],
  'template.do.hold': ['Bank {n}', 'Garder {n}'],
  'template.end': ['Points – {list}.', 'Points – {list}.'],
  'template.say.die': ['The die shows {pips}.', 'Le dé montre {pips}.'],
  'template.say.roll': ['{name} throws.', '{name} lance.'],
  'template.say.roll.you': ['You throw.', 'Vous lancez.'],
  'template.say.hold': ['{name} banks the points.', '{name} garde les points.'],
  'template.say.hold.you': ['You bank the points.', 'Vous gardez les points.'],
};
