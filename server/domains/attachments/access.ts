import { sql } from '../../database/sql.ts'
import { reject } from '../../errors/errors.ts'
import { type AccessRule, requireOrganization } from '../../operations/access.ts'
import { anyUuid } from '../../platform/ids.ts'
import { rightHolders } from '../projects/access.ts'
import { type AttachmentRow, attachmentColumns } from './attachment.ts'
import { type OnSubject, findSubject } from './subject.ts'

export interface OnAttachment extends OnSubject {
  attachment: AttachmentRow
}

/** Grants access to an attachment through its item. Items in the trash hide their attachments. */
export function onAttachment(right: 'view' | 'edit'): AccessRule<{ attachment: string }, OnAttachment> {
  return {
    name: `attachment(${right})`,
    sentence: `Users who can ${right} the item of the attachment.`,
    open: false,
    ...rightHolders[right],
    async check(context, { attachment: ref }) {
      const granted = requireOrganization(context.caller, context.reads, 'guest')
      const [attachment] = anyUuid.test(ref)
        ? await context.db.run<AttachmentRow>(
            sql`select ${attachmentColumns} from attachments a
              where a.id = ${ref} and a.organization_id = ${granted.organization.id}`,
          )
        : []
      const subject = attachment && (await findSubject(context, attachment.subject_id, right))
      if (!attachment || !subject) reject('not_found', { kind: 'attachment', ref })
      return { ...granted, attachment, subject }
    },
  }
}
