import { z } from 'zod'
import { operation } from '../../../operations/operation.ts'
import { itemRef, onItem } from '../items/access.ts'
import { addComment } from './add-comment.ts'
import { Comment, bodyField } from './comment.ts'

export const createComment = operation({
  id: 'comments.create',
  summary: 'Comment on an epic, story, task or feature.',
  http: 'POST /api/comments',
  access: onItem('edit'),
  created: true,
  input: z.object({ item: itemRef, body: bodyField }),
  output: Comment,
}).run((ctx, { body }) => addComment(ctx, ctx.item, body))
