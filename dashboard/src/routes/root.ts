import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from '../ui/not-found.tsx'

export const root = createRootRoute({ notFoundComponent: NotFound })
