import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { editsComment } from './access.ts'
import { changeComment } from './change-comment.ts'
import { Comment, bodyField, commentRef } from './comment.ts'

export const updateComment = operation({
  id: 'comments.update',
  summary: 'Edit your own comment. Readers see when it was edited.',
  http: 'PATCH /api/comments/:comment',
  access: editsComment,
  input: z.object({ comment: commentRef, body: bodyField }),
  output: Comment,
}).run((ctx, { body }) => changeComment(ctx, body))
