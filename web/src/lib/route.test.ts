import { expect, it } from 'vitest';
import { route } from './route';

it('knows every page by its address', () => {
  expect(route('/')).toEqual({ page: 'library' });
  expect(route('/plans/new')).toEqual({ page: 'plan', id: null });
  expect(route('/plans/p1')).toEqual({ page: 'plan', id: 'p1' });
  expect(route('/sessions/s1')).toEqual({ page: 'desk', session: 's1' });
  expect(route('/sessions/s1/essay')).toEqual({ page: 'essay', session: 's1' });
  expect(route('/sessions/s1/follow-up')).toEqual({ page: 'follow-up', session: 's1' });
});

it('finds the token of a join link in the fragment only', () => {
  expect(route('/room/s1', '#abc')).toEqual({ page: 'room', session: 's1', token: 'abc' });
  expect(route('/room/s1', '')).toEqual({ page: 'room', session: 's1', token: null });
});

it('does not follow addresses that nobody made', () => {
  for (const path of ['/sessions', '/room', '/sessions/s1/unknown', '/sessions/../v1', '/plans/p/q', '/room/%2e%2e']) {
    expect(route(path), path).toEqual({ page: 'unknown' });
  }
});
