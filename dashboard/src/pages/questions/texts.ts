/** Texts of the questions that agents ask people. */
export const texts = {
  label: 'Open questions',
  noun: 'questions',
  asks: (name: string) => `${name} asks`,
  about: (task: string) => `about ${task}`,
  inProject: (project: string) => `in ${project}`,
  to: (names: string[]) => `to ${names.join(', ')}`,
  answer: 'Answer',
  answerTo: (name: string) => `Answer to ${name}`,
  placeholder: 'Your answer',
  hint: 'The agent receives it immediately. You can answer only once.',
  sent: (name: string) => `Sent your answer to ${name}.`,
  strip: 'Questions of agents',
  answered: (name: string) => `${name} answered`,
}
