import { useQuery } from '@tanstack/react-query'
import { readAll } from '../../read.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { NameLink } from '../../ui/links.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import type { FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

export function FeatureFacts({ feature }: { feature: FeatureDetails }) {
  const { featureFacts } = texts
  const { workflow, progress, round, createdBy, createdAt } = feature
  const found = useQuery(readAll('workflows.list', {})).data?.find(({ slug }) => slug === workflow)
  return (
    <Facts>
      <Fact name={featureFacts.workflow}>
        {found ? (
          <NameLink to="/organization/workflows/$workflow" params={{ workflow }}>
            {found.name}
          </NameLink>
        ) : (
          workflow
        )}
      </Fact>
      <Fact name={featureFacts.gates}>{featureFacts.passed(progress.passed, progress.total)}</Fact>
      {round > 1 && <Fact name={featureFacts.round}>{featureFacts.laterRound(round)}</Fact>}
      <Fact name={featureFacts.createdBy}>
        <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
      </Fact>
      <Fact name={featureFacts.created}>
        <Time at={createdAt} />
      </Fact>
    </Facts>
  )
}
