import { useQuery } from '@tanstack/react-query'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { workflowsQuery } from '../workflows/queries.ts'
import type { FeatureDetails } from './queries.ts'

export function FeatureFacts({ feature }: { feature: FeatureDetails }) {
  const { workflow, progress, round, createdBy, createdAt } = feature
  const name = useQuery(workflowsQuery).data?.find(({ slug }) => slug === workflow)?.name ?? workflow
  return (
    <Facts>
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
    </Facts>
  )
}
