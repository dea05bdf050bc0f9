/* Operations of the language model and of conversations with it. Part of all.ts. */
export { createAiSession } from '../domains/ai/ai-sessions/create-ai-session.ts'
export {
  deleteAiSession,
  renameAiSession,
  shareAiSession,
} from '../domains/ai/ai-sessions/change-ai-session.ts'
export { getAiSession, listAiSessions, listMessages } from '../domains/ai/ai-sessions/read-ai-sessions.ts'
export { askAiSession, retryAiSession } from '../domains/ai/ai-sessions/ask-ai-session.ts'
export { confirmAiSession, dismissAiSession } from '../domains/ai/ai-sessions/decide-proposals.ts'
export { chatRepo } from '../domains/ai/repos/chat-repo.ts'
export { askSearch } from '../domains/ai/search/ask-search.ts'
export { getAiSettings, updateAiSettings } from '../domains/ai/ai-settings/ai-settings.ts'
export { testAiSettings } from '../domains/ai/ai-settings/test-ai-settings.ts'
