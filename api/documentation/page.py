"""The documentation page: one Jinja template and the script that filters it."""

SCRIPT = """
const box = document.querySelector("#find");
box.addEventListener("input", () => {
  const wanted = box.value.toLowerCase();
  for (const part of document.querySelectorAll("section.part"))
    part.hidden = !part.textContent.toLowerCase().includes(wanted);
});
addEventListener("hashchange", () => { box.value = ""; box.dispatchEvent(new Event("input")); });
"""

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{ document.info.title }} {{ document.info.version }}</title>
<style>
:root { color-scheme: light dark; --line: #8884; --soft: #8882; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
main { padding: 1rem 2rem 6rem; max-width: 62rem; }
nav a { display: block; text-decoration: none; color: inherit; font-size: .85rem; overflow-wrap: anywhere;
  padding-left: 3.4rem; text-indent: -3.4rem; }
nav a:hover, nav a:focus { text-decoration: underline; }
h1 { margin-top: 0; } nav h2 { font-size: .8rem; margin: 1rem 0 .2rem; text-transform: uppercase; opacity: .7; }
input { width: 100%; font: inherit; padding: .3rem .5rem; }
section.part { border-top: 1px solid var(--line); padding: .5rem 0 1rem; scroll-margin-top: 1rem; }
section.part:target { background: var(--soft); }
code, .method { font-family: ui-monospace, monospace; font-size: .9em; }
.method { font-weight: bold; display: inline-block; min-width: 3.4rem; text-indent: 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: .4rem 0 1rem; }
td, th { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--soft); }
td:first-child { white-space: nowrap; } .pre { white-space: pre-line; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border: 0; }
  td:first-child { white-space: normal; }
}
</style>
{% macro told(text) %}{% for part in text.split("`") %}
  {%- if loop.index is even %}<code>{{ part }}</code>{% else %}{{ part }}{% endif %}{% endfor %}{% endmacro %}
<nav>
  <input id="find" type="search" placeholder="Find" aria-label="Find" autofocus>
  {% for tag, operations in groups %}
  <h2>{{ tag.name }}</h2>
  {% for operation in operations %}
  <a href="#{{ operation.anchor }}"><span class="method">{{ operation.method }}</span>
    {%- for part in operation.path.split("/")[1:] %}/<wbr>{{ part }}{% endfor %}</a>
  {% endfor %}{% endfor %}
  <h2>problems</h2>
  {% for problem in problems %}<a href="#{{ problem.code }}">{{ problem.status }} {{ problem.code }}</a>{% endfor %}
  <h2>schemas</h2>
  {% for name, schema in schemas %}<a href="#schema-{{ name }}">{{ name }}</a>{% endfor %}
</nav>
<main>
  <h1>{{ document.info.title }} {{ document.info.version }}</h1>
  <p class="pre">{{ document.info.description }}</p>
  <p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
  {% macro named(schema) %}{% set it = kind(schema) %}
    {%- if it.anchor %}<a href="#{{ it.anchor }}">{{ it.words }}</a>{% else %}{{ it.words }}{% endif %}{% endmacro %}
  {% for tag, operations in groups %}
  <h2>{{ tag.name }}</h2><p>{{ tag.description }}</p>
  {% for operation in operations %}
  <section class="part" id="{{ operation.anchor }}">
    <h3><span class="method">{{ operation.method }}</span> <code>{{ operation.path }}</code></h3>
    <p>{{ told(operation.summary) }}{% if operation.description %} {{ told(operation.description) }}{% endif %}</p>
    {% if operation.parameters %}
    <table><tr><th>parameter<th>in<th>type<th>meaning</tr>
    {% for parameter in operation.parameters %}
      <tr><td><code>{{ parameter.name }}</code><td>{{ parameter.in }}<td>{{ named(parameter.schema) }}
      <td>{{ told(parameter.description or "") }}</tr>
    {% endfor %}</table>
    {% endif %}
    {% if operation.requestBody %}
    <p>Body: {% for type, content in operation.requestBody.content.items() %}{{ named(content.schema) }}
      as <code>{{ type }}</code>{% endfor %}
      {%- if not operation.requestBody.required %}, which may be left out{% endif %}.</p>
    {% endif %}
    <table><tr><th>answer<th>type<th>meaning</tr>
    {% for status, response in operation.responses.items() %}
      <tr><td><code>{{ status }}</code>
      <td>{% for type, content in (response.content or {}).items() %}{{ named(content.schema or {}) }}<br>{% endfor %}
      <td class="pre">{{ told(response.description) }}</tr>
    {% endfor %}</table>
  </section>
  {% endfor %}{% endfor %}
  <h2>problems</h2>
  {% for problem in problems %}
  <section class="part" id="{{ problem.code }}"><h3><code>{{ problem.status }} {{ problem.code }}</code></h3>
  <p>{{ problem.title }}. {{ problem.meaning }}</p></section>
  {% endfor %}
  <h2>schemas</h2>
  {% for name, schema in schemas %}
  <section class="part" id="schema-{{ name }}"><h3><code>{{ name }}</code></h3>
    <table>{% for field, inner in (schema.properties or {}).items() %}
      <tr><td><code>{{ field }}</code>{% if field not in (schema.required or []) %} <small>optional</small>{% endif %}
      <td>{{ named(inner) }}<td>{{ told(inner.description or "") }}</tr>
    {% endfor %}</table>
  </section>
  {% endfor %}
</main>
<script>{{ script|safe }}</script>
</html>
"""
