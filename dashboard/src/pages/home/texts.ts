/** Texts of the home page and of the user's own tasks. */
export const texts = {
  homePage: { title: 'Home' },
  myTasksPage: { title: 'My tasks' },
}
