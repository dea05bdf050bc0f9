import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readMachineSearch, readMachinesSearch } from '../pages/machines/machine-search.ts'
import { queryClient } from '../query-client.ts'
import { read } from '../read.ts'
import { shell } from './shell.ts'

const machines = createRoute({
  getParentRoute: () => shell,
  path: '/machines',
  validateSearch: readMachinesSearch,
  component: lazyRouteComponent(() => import('../pages/machines/machines-page.tsx'), 'MachinesPage'),
})

const machine = createRoute({
  getParentRoute: () => shell,
  path: '/machines/$tunnel',
  validateSearch: readMachineSearch,
  loader: ({ params }) => void queryClient.prefetchQuery(read('tunnels.get', params)),
  component: lazyRouteComponent(() => import('../pages/machines/machine-page.tsx'), 'MachinePage'),
})

export const machineRoutes = [machines, machine] as const
