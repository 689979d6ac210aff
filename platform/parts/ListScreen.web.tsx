import { ResourcePage, type ResourcePageProps } from '../list/ResourcePage.web.tsx'

interface ListScreenProps extends Omit<ResourcePageProps, 'fresh' | 'query'> {
  query?: Readonly<Record<string, string>>
  fresh?: Record<string, unknown>
}

/** A list over the calls `list`, detail, submit and remove, which system resources have instead of `page`. Source: platform-api.md 3. */
export const ListScreen = ({ verb = 'list', query, fresh, ...more }: ListScreenProps) => (
  <ResourcePage verb={verb} regionTree={false} {...(query ? { query: { ...query } } : {})} {...(fresh ? { fresh: () => fresh } : {})} {...more} />
)
