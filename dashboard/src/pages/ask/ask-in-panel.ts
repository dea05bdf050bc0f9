import { showError } from '../../ui/toasts.ts'
import { newDraft, setDraft } from './drafts.ts'
import { askPanel, startAsk } from './open-ask.ts'
import { startConversation } from './running-answers.ts'
import type { Scope } from './shapes.ts'
import { texts } from './texts.ts'

/** Opens the panel and asks a question in a new conversation. */
export async function askInPanel(scope: Scope, question: string): Promise<void> {
  startAsk(scope)
  try {
    const aiSession = await startConversation(scope, question)
    askPanel.set({ ...askPanel.get(), aiSession })
  } catch (error) {
    setDraft(newDraft, question)
    showError(error as Error, texts.conversation.askFailed)
  }
}
