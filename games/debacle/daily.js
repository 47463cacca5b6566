// Débâcle: the texts of the challenge of the day.
export default {
  texts: {
    'daily.task.1': ['Take your fifth die in this turn', 'Prenez votre cinquième dé dans ce tour'],
    'daily.task.n': ['Take your fifth die in {n} {n|turn|turns}', 'Prenez votre cinquième dé en {n} {n|tour|tours}'],
    'daily.task.why.1': [
      'You have the red dice and two moves. The fifth capture wins. Exactly one turn does it.',
      'Vous avez les rouges et deux déplacements. La cinquième capture gagne. Un seul tour y mène.'],
    'daily.task.why.n': [
      'You have the red dice. Whatever black answers, the fifth capture must follow. Exactly one first turn does it.',
      'Vous avez les rouges. Quoi que répondent les noirs, la cinquième capture doit suivre. Un seul premier tour y mène.'],
    'daily.ask': ['Touch a red die to begin.', 'Touchez un dé rouge pour commencer.'],
  },
};
