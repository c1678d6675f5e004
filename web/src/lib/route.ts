// Which page an address names. The token of a join link stays in the fragment, which browsers never send.

export type Route =
  | { page: 'library' }
  | { page: 'plan'; id: string | null }
  | { page: 'room'; session: string; token: string | null }
  | { page: 'desk' | 'essay' | 'analysis' | 'follow-up' | 'replay'; session: string }
  | { page: 'unknown' };

const ID = /^[A-Za-z0-9_-]{1,128}$/;

export function route(pathname: string, fragment: string = ''): Route {
  const [first, id, last, ...more] = pathname.split('/').filter(Boolean);
  if (first === undefined) return { page: 'library' };
  if (more.length > 0 || (id !== undefined && !ID.test(id))) return { page: 'unknown' };
  if (first === 'plans' && id !== undefined && last === undefined) return { page: 'plan', id: id === 'new' ? null : id };
  if (first === 'room' && id !== undefined && last === undefined) {
    return { page: 'room', session: id, token: fragment.replace(/^#/, '') || null };
  }
  if (first === 'sessions' && id !== undefined) {
    if (last === undefined) return { page: 'desk', session: id };
    if (last === 'essay' || last === 'analysis' || last === 'follow-up' || last === 'replay') return { page: last, session: id };
  }
  return { page: 'unknown' };
}
