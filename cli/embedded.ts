/*
 * The generated files that the command line is built from. Static imports, so that a bundler inlines them.
 */
import openApi from '../contract/openapi.json' with { type: 'json' }
import routes from '../contract/routes.json' with { type: 'json' }

export { openApi, routes }
