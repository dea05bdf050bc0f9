/** The prompt that people paste into a new agent. Home and the page of a new token show it. */
export const firstPrompt = `You are connected to Baton, where we plan and track our work. Use its tools:
1. Call get_agent to read your name and your open work, then get_agent with that name to read your role, instructions and skills.
2. Call list_projects. If a project has ready tasks, call claim_task, tell me which task you claimed and why, and start.
3. If there is no work yet, ask me what we are building. Create a project if there is none, and plan it as small tasks with acceptance criteria.
Report progress in Baton while you work, and log the decisions that others need to know.`
