import type { Slice } from '../../kit/server/route.server.ts'
import type { SessionSettings } from '../session/change.server.ts'
import { roleRoutes } from './role.server.ts'
import { role, tenant, tenant_package, user } from './system.ts'
import { packageRoutes } from './tenant-package.server.ts'
import { tenantRoutes } from './tenant.server.ts'
import { userRoutes } from './user.server.ts'

/** The administration of people: tenants and their packages, users, roles and what they are granted. */
export const peopleSlice = (s: SessionSettings): Slice => ({
  name: 'people',
  resources: [tenant, tenant_package, user, role],
  routes: [...tenantRoutes, ...packageRoutes, ...userRoutes(s), ...roleRoutes],
})
