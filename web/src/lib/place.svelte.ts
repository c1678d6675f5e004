// Where the reader is: the address as reactive state, and links that do not load the page anew.
import { type Route, route } from './route';

class Place {
  route: Route = $state.raw(route(location.pathname, location.hash));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('hashchange', () => this.read());
    document.addEventListener('click', (click) => this.clicked(click));
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
    // The new page is announced from its heading on.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }

  private read(): void {
    this.route = route(location.pathname, location.hash);
  }

  private clicked(click: MouseEvent): void {
    if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
    const link = (click.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const next = route(link.pathname, link.hash);
    if (next.page === 'unknown' || link.pathname.startsWith('/v1/')) return;
    click.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

export const place = new Place();
