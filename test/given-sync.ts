import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'

/** Inputs for sync that their schemas don't determine: a part of given.ts. */
export const givenSync: Record<string, Given> = {
  'conflicts.resolve': () => ({ take: 'current' }),
  'sync.push': () => ({
    changes: [
      {
        id: newId(),
        kind: 'note',
        action: 'create',
        item: newId(),
        fields: { title: 'Note', content: 'Text' },
      },
    ],
  }),
  'sync.import'() {
    const note = { kind: 'note', id: newId(), fields: { title: 'Imported', content: 'Text' } }
    return {
      file: new File([JSON.stringify({ format: 'baton-export', version: 1, items: [note] })], 'x.json'),
    }
  },
}
