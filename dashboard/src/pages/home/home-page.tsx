import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useHasRole } from '../../my-role.ts'
import { homeQuery } from '../../queries.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { AgentsNow } from '../agents/live/agents-now.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MyTasksCard } from './my-tasks-card.tsx'
import { NeedsYou } from './needs-you.tsx'
import { SinceLastVisit } from './since-last-visit.tsx'
import { texts } from './texts.ts'
import { WithTaskPanel } from './with-task-panel.tsx'

const { homePage } = texts

/** The start page of an organization: what needs the user, the agents at work, the user's tasks, and the activity since their last visit. */
export function HomePage() {
  const { task } = useSearch({ from: '/shell/' })
  // Guests can neither create projects nor connect agents, nor see agents.
  const isMember = useHasRole('member')
  return (
    <WithTaskPanel task={task}>
      <Page title={homePage.title} width="wide">
        <Loaded query={useQuery(homeQuery)} noun={homePage.noun}>
          {(home) => (
            <div className="flex flex-col gap-8">
              {isMember && Object.values(home.steps).includes(false) && <FirstSteps steps={home.steps} />}
              <NeedsYou home={home} />
              {isMember && <AgentsNow />}
              <MyTasksCard home={home} />
              <SinceLastVisit home={home} />
            </div>
          )}
        </Loaded>
      </Page>
    </WithTaskPanel>
  )
}
