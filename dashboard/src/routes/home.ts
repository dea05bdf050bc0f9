import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from './shell.ts'

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})

const myTasks = createRoute({
  getParentRoute: () => shell,
  path: '/my-tasks',
  component: lazyRouteComponent(() => import('../pages/home/my-tasks-page.tsx'), 'MyTasksPage'),
})

export const homeRoutes = [home, myTasks] as const
