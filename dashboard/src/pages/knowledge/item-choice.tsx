import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read, useRead } from '../../read.ts'
import { Combobox } from '../../ui/combobox.tsx'

interface ItemChoiceProps {
  label: string
  /** The slug of the project whose items are listed. */
  project: string
  /** Keys of items that are already linked. */
  exclude: string[]
  onChoose: (key: string) => void
}

/** Finds an item of a project by title or key. */
export function ItemChoice({ label, project, exclude, onChoose }: ItemChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const tasks = useQuery({
    ...read('tasks.list', { project, limit: 20, ...(search && { search }) }),
    placeholderData: keepPreviousData,
  })
  const features = useRead('features.list', { project, limit: 100 })
  const found = [...(features.data?.items ?? []), ...(tasks.data?.items ?? [])]
  return (
    <Combobox
      aria-label={label}
      placeholder={label}
      options={found
        .filter(({ key }) => !exclude.includes(key))
        .map(({ key, title }) => ({ value: key, label: title, detail: key }))}
      value={null}
      onType={setTyped}
      onChange={(key) => {
        setTyped('')
        if (key) onChoose(key)
      }}
    />
  )
}
