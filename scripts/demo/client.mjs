/** A small client of the API: an unexpected answer ends the demo with its body. */
class UnexpectedAnswer extends Error {}

export function createClient(baseUrl, token, userIdentifier) {
  async function request(method, path, { json, form, expect = 200, headers = {} } = {}) {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(userIdentifier === undefined ? {} : { "X-SERVICE-USER-IDENTIFIER": userIdentifier }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: json === undefined ? form : JSON.stringify(json),
    });
    const text = await response.text();
    if (response.status !== expect) {
      throw new UnexpectedAnswer(`${method} ${path} answered ${response.status}: ${text}`);
    }
    return { body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
  }
  return {
    get: async (path) => (await request("GET", path)).body,
    page: (path) => request("GET", path),
    post: async (path, json, expect = 201) => (await request("POST", path, { json, expect })).body,
    upload: async (path, form) => (await request("POST", path, { form, expect: 201 })).body,
    patch: async (path, json) => (await request("PATCH", path, { json })).body,
  };
}
