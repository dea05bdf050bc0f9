/*
 * All files that the command line reads from the repository. They are static imports, so that a bundler inlines them.
 */
import openApi from '../contract/openapi.json' with { type: 'json' }
import routes from '../contract/routes.json' with { type: 'json' }
import manifest from './package.json' with { type: 'json' }

const { version } = manifest

export { openApi, routes, version }
