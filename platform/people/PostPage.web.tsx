import { post } from '../definitions/system.ts'
import { ResourcePage } from '../list/ResourcePage.web.tsx'

/** Posts. Source: platform-api.md 3.5. */
export default () => <ResourcePage verb="list" regionTree={false} of={post} />
