import { PASSWORD } from '#tests/support/api.ts';

export interface Said<T> {
  status: number;
  data: T;
  text: string;
  headers: Headers;
}

/** A signed-in caller of a server in another process. */
export async function callerAt(url: string, login: string) {
  const call = async <T>(method: string, path: string, body?: unknown): Promise<Said<T>> => {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `JWT ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, data: (isJson ? JSON.parse(text).data : undefined) as T, text, headers: response.headers };
  };
  let token = '';
  const signedIn = await call<{ token: string }>('POST', 'auth/jwt/create/', { login, password: PASSWORD });
  if (signedIn.status !== 200) throw new Error(`sign-in of ${login}: ${signedIn.status}`);
  token = signedIn.data.token;
  return {
    token,
    get: <T = unknown>(path: string) => call<T>('GET', path),
    post: <T = unknown>(path: string, body: unknown) => call<T>('POST', path, body),
    put: <T = unknown>(path: string, body: unknown) => call<T>('PUT', path, body),
  };
}
