import type { PeopleWork } from '../../../platform/people/user-write.server.ts'
import type { AnyResource } from '../../../kit/model/resource.ts'
import type { Slice } from '../../../kit/server/route.server.ts'
import { clientRoutes } from '../../../platform/clients/client.server.ts'
import { client } from '../../../platform/clients/client.ts'
import type { SessionSettings } from '../../../platform/credentials/change.server.ts'
import { dept, dict_biz, menu, param, post, region_, role, tenant, tenant_package, top_menu, user } from '../../../platform/definitions/system.ts'
import { dictRoutes } from '../../../platform/dictionaries/dict.server.ts'
import { dict } from '../../../platform/dictionaries/dict.ts'
import { guestRoutes } from '../../../platform/guests/guest.server.ts'
import { deptRoutes } from '../../../platform/people/dept.server.ts'
import { postRoutes } from '../../../platform/people/post.server.ts'
import { signatureRoutes } from '../../../platform/people/signature.server.ts'
import { userRoutes } from '../../../platform/people/user.server.ts'
import { regionRoutes } from '../../../platform/regions/region.server.ts'
import { scopeRoutes } from '../../../platform/rights/data-scope.server.ts'
import { api_scope, data_scope } from '../../../platform/rights/data-scope.ts'
import { exclusionRoutes } from '../../../platform/rights/exclusion.server.ts'
import { role_exclusion } from '../../../platform/rights/exclusion.ts'
import { menuRoutes, topMenuRoutes } from '../../../platform/rights/menu.server.ts'
import { roleRoutes } from '../../../platform/rights/role.server.ts'
import { datasourceRoutes } from '../../../platform/settings/datasource.server.ts'
import { datasource } from '../../../platform/settings/datasource.ts'
import { paramRoutes } from '../../../platform/settings/param.server.ts'
import { packageRoutes } from '../../../platform/tenants/tenant-package.server.ts'
import { tenantRoutes } from '../../../platform/tenants/tenant.server.ts'
import type { Outbound } from '../../../runtime/outbound.server.ts'
import type { Sealer } from '../../../runtime/seal.server.ts'

/** Menus, regions, dictionaries, departments, posts and clients. */
export const systemSlice: Slice = {
  name: 'system',
  resources: [dept, post, menu, top_menu, region_, dict, dict_biz, client],
  routes: [...menuRoutes, ...topMenuRoutes, ...regionRoutes, ...dictRoutes, ...deptRoutes, ...postRoutes, ...clientRoutes],
}
/** The administration of people: tenants and their packages, users, roles and what they are granted. */
export const peopleSlice = (s: SessionSettings, work: PeopleWork): Slice => ({
  name: 'people',
  resources: [tenant, tenant_package, user, role, role_exclusion],
  routes: [...tenantRoutes, ...packageRoutes, ...userRoutes(s, work), ...signatureRoutes, ...guestRoutes(s), ...roleRoutes, ...exclusionRoutes],
})

export interface ConfigurationParts {
  sealer: Sealer
  outbound: Outbound
  /** whether data sources may be kept; off in production unless the operator says so */
  dataSources: boolean
  /** every definition of the application: what data scopes may name */
  resources: () => readonly AnyResource[]
}

/** The administration that needs keys or knows the whole application: parameters, scopes, data sources. */
export const configurationSlice = (p: ConfigurationParts): Slice => ({
  name: 'configuration',
  resources: [param, data_scope, api_scope, datasource],
  routes: [...paramRoutes(p.sealer), ...scopeRoutes(p.resources), ...datasourceRoutes(p)],
})
