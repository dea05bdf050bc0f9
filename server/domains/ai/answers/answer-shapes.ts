import { z } from 'zod'
import { Passage } from './passage.ts'

export const outcomes = [
  'complete',
  'cut',
  'stopped',
  'failed',
  'no_model',
  'over_budget',
  'nothing_found',
] as const
export type Outcome = (typeof outcomes)[number]

/** A read that the model requested, in the order of the requests. */
export const AnswerStep = z
  .object({
    tool: z.string().describe('Tool that was called, as the asking user.'),
    input: z.record(z.string(), z.unknown()),
    failed: z.boolean(),
  })
  .meta({ id: 'AnswerStep' })
export type AnswerStep = z.output<typeof AnswerStep>

/** A change that the model proposed. It happens only when the owner of the conversation confirms it. */
export const Proposal = z
  .object({
    id: z.uuid(),
    number: z.int(),
    tool: z.string().describe('Tool that a confirmation calls.'),
    title: z.string().describe('Name of the action: Create task.'),
    input: z.record(z.string(), z.unknown()).describe('Exact input of the call.'),
    state: z.enum(['open', 'confirmed', 'rejected', 'dismissed']),
    result: z
      .object({
        kind: z.string(),
        id: z.string(),
        key: z.string().nullable(),
        title: z.string().nullable(),
        url: z.string().nullable().describe('Path in the dashboard.'),
      })
      .nullable()
      .describe('The created or changed item, once confirmed.'),
    failure: z.string().nullable().describe('Why Baton rejected the confirmed change.'),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AnswerProposal' })
export type Proposal = z.output<typeof Proposal>

/** An answer with its sources. */
export const Answer = z
  .object({
    answer: z
      .string()
      .nullable()
      .describe('Answer that cites passages as [1], [2]. Null without an answer of a model.'),
    passages: z.array(Passage),
    steps: z.array(AnswerStep).describe('Reads that the model made to answer.'),
    model: z.string().nullable().describe('Language model that answered.'),
    outcome: z.enum(outcomes).describe('How the answer ended.'),
    note: z.string().nullable().describe('Reason why the answer is missing or incomplete.'),
  })
  .meta({ id: 'Answered' })
export type Answer = z.output<typeof Answer>

/** A question or an answer of a conversation. */
export const AiMessage = z
  .object({
    id: z.uuid(),
    number: z.int().describe('Position in the conversation, from 1.'),
    role: z.enum(['question', 'answer']),
    text: z.string(),
    passages: z.array(Passage),
    steps: z.array(AnswerStep),
    proposals: z.array(Proposal),
    outcome: z.enum(outcomes).nullable().describe('How an answer ended. Null for a question.'),
    note: z.string().nullable(),
    model: z.string().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'AiMessage' })
export type AiMessage = z.output<typeof AiMessage>
