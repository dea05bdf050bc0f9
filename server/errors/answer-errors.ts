/** Errors of conversations with the language model. Part of `errorTable`. */
export const answerErrors = {
  already_answering: [
    409,
    'Another question in this conversation is being answered. Wait for its answer, or stop it first.',
  ],
  answer_confirmed: [
    409,
    "A change that this answer proposed was confirmed, so the answer can't be replaced. Ask the question again.",
  ],
  proposal_decided: [409, 'This change is already {state}. Ask again for another proposal.'],
  nothing_to_retry: [409, 'This conversation has no question yet. Ask one first.'],
  conversation_full: [422, 'This conversation has the maximum of {most} messages. Start a new one.'],
  not_while_impersonating: [
    403,
    "Conversations are private, so you can't do this while you impersonate a user. End the impersonation first.",
  ],
} as const
