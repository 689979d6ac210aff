import { post } from '../definitions/system.ts'
import { ListScreen } from '../parts/ListScreen.web.tsx'

/** Posts. Source: platform-api.md 3.5. */
export default () => <ListScreen of={post} />
