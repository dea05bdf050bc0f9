import { useMutation } from '@tanstack/react-query'
import { type InputOf, call } from '../../../client.ts'
import { Button } from '../../../ui/button.tsx'
import { download } from '../../../ui/download.ts'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { type JournalSearch, filterOf } from './journal-search.ts'
import { texts } from './texts.ts'

type Format = NonNullable<InputOf<'journal.export'>['format']>

const formats: Format[] = ['csv', 'ndjson']

/** Downloads all events that match the filters. */
export function ExportButtons({ search }: { search: JournalSearch }) {
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const { type, bytes } = await call('journal.export', { ...filterOf(search), format })
      const day = new Date().toISOString().slice(0, 10)
      // The client reads the whole stream before it returns.
      download(`baton-journal-${day}.${format}`, new Blob([bytes as unknown as BlobPart], { type }))
    },
    onSuccess: () => showToast({ text: texts.export.done }),
    onError: showProblem,
  })
  return formats.map((format) => (
    <Button
      key={format}
      busy={save.isPending && save.variables === format}
      onClick={() => save.mutate(format)}
    >
      {texts.export[format]}
    </Button>
  ))
}
