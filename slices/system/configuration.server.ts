import type { AnyResource } from '../../kit/model/resource.ts'
import type { Slice } from '../../kit/server/route.server.ts'
import type { Sealer } from '../../kit/server/seal.server.ts'
import { scopeRoutes } from './data-scope.server.ts'
import { api_scope, data_scope } from './data-scope.ts'
import { datasourceRoutes } from './datasource.server.ts'
import { datasource } from './datasource.ts'
import { paramRoutes } from './param.server.ts'
import { param } from './system.ts'

export interface ConfigurationParts {
  sealer: Sealer
  /** whether data sources may be kept; off in production unless the operator says so */
  dataSources: boolean
  /** every definition of the application: what data scopes may name */
  resources: () => readonly AnyResource[]
}

/** The administration that needs keys or knows the whole application: parameters, scopes, data sources. */
export const configurationSlice = (p: ConfigurationParts): Slice => ({
  name: 'configuration',
  resources: [param, data_scope, api_scope, datasource],
  routes: [...paramRoutes(p.sealer), ...scopeRoutes(p.resources), ...datasourceRoutes(p.sealer, p.dataSources)],
})
