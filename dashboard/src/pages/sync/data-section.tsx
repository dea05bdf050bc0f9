import { useMutation } from '@tanstack/react-query'
import { DownloadIcon, UploadIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { type OutputOf, call } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { Button } from '../../ui/button.tsx'
import { download } from '../../ui/download.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { kindNames } from '../trash/names.ts'
import { texts } from './texts.ts'
import { upload } from '../../upload.ts'

const { data } = texts

/** Downloads the user's data that sync covers, and imports such a file. */
export function DataSection() {
  return (
    <Section title={data.title}>
      <Rows label={data.title}>
        <ExportRow />
        <ImportRow />
      </Rows>
    </Section>
  )
}

function ExportRow() {
  const save = useMutation({
    mutationFn: async () => {
      const { type, bytes } = await call('sync.export', {})
      const day = new Date().toISOString().slice(0, 10)
      // The client reads the whole stream before it returns.
      download(`baton-export-${day}.json`, new Blob([bytes as unknown as BlobPart], { type }))
    },
    onSuccess: () => showToast({ text: data.downloaded }),
    onError: showProblem,
  })
  return (
    <Row icon={<DownloadIcon />} name={data.export} detail={data.exportDetail}>
      <Button busy={save.isPending} onClick={() => save.mutate()}>
        {data.download}
      </Button>
    </Row>
  )
}

type Imported = OutputOf<'sync.import'>

function ImportRow() {
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const load = useMutation({
    mutationFn: (file: File) => upload('sync.import', { file }, setProgress),
    onError: showProblem,
    onSettled: () => {
      setProgress(null)
      // An import creates items of every kind.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <>
      <Row icon={<UploadIcon />} name={data.import} detail={data.importDetail}>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label={data.choose}
          onChange={({ target }) => {
            const file = target.files?.[0]
            // The same file can be chosen again.
            target.value = ''
            if (file) load.mutate(file)
          }}
        />
        <Button busy={load.isPending} onClick={() => input.current?.click()}>
          {data.choose}
        </Button>
      </Row>
      {progress !== null && (
        <li className="px-4 py-2">
          <progress aria-label={data.uploading} value={progress} className="w-full" />
        </li>
      )}
      {load.data && <ImportResult imported={load.data} />}
    </>
  )
}

const maxRefusedShown = 20

function ImportResult({ imported: { created, existing, refused } }: { imported: Imported }) {
  const more = refused.length - maxRefusedShown
  return (
    <li role="status" aria-label={data.result} className="px-4 py-3">
      <p className="font-medium">
        {[
          data.created(formatNumber(created)),
          data.existing(formatNumber(existing)),
          data.refused(formatNumber(refused.length)),
        ].join(' · ')}
      </p>
      {refused.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1 text-[13px]">
          {refused.slice(0, maxRefusedShown).map(({ kind, id, problem }) => (
            <li key={id} className="wrap-anywhere">
              <span className="text-muted">{data.refusedItem(kindNames[kind], id)}</span>{' '}
              {String(problem.detail)}
            </li>
          ))}
          {more > 0 && <li className="text-muted">{data.moreRefused(formatNumber(more))}</li>}
        </ul>
      )}
    </li>
  )
}
