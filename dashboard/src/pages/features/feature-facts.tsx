import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { workflowsQuery } from '../workflows/queries.ts'
import type { FeatureDetails } from './queries.ts'

export function FeatureFacts({ feature }: { feature: FeatureDetails }) {
  const { workflow, progress, round, createdBy, createdAt } = feature
  const name = useQuery(workflowsQuery).data?.find(({ slug }) => slug === workflow)?.name ?? workflow
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-[13px]">
      <Fact name="Workflow">{name}</Fact>
      <Fact name="Gates">
        {progress.passed} of {progress.total} passed
      </Fact>
      {round > 1 && <Fact name="Round">{round}, after changes were requested</Fact>}
      <Fact name="Made by">
        <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
      </Fact>
      <Fact name="Made">
        <Time at={createdAt} />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
