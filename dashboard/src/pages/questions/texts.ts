/** Texts of the questions that agents ask people. */
export const texts = {
  label: 'Open questions',
  asks: (name: string) => `${name} asks`,
  about: (task: string) => `about ${task}`,
  inProject: (project: string) => `in ${project}`,
  answer: 'Answer',
  answerTo: (name: string) => `Answer to ${name}`,
  placeholder: 'Your answer, which the agent receives immediately',
  sent: (name: string) => `Sent your answer to ${name}.`,
  strip: 'Questions of agents',
  answered: (name: string) => `${name} answered`,
}
