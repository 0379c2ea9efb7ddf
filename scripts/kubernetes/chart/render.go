// Renders a chart as `helm template` does, with the libraries that Helm is made of: the templates of Go, the functions
// of sprig, the reader of YAML of Kubernetes, and the validator of values.schema.json. It prints the documents.
//
//	render CHART NAMESPACE [VALUES]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/xeipuuv/gojsonschema"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

type files struct{ chart string }

// Get returns the content of a file of the chart, or nothing.
func (f files) Get(name string) string {
	content, err := os.ReadFile(filepath.Join(f.chart, name))
	if err != nil {
		return ""
	}
	return string(content)
}

func main() {
	if err := render(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func render(args []string) error {
	if len(args) < 2 {
		return errors.New("usage: render CHART NAMESPACE [VALUES]")
	}
	chart, namespace := args[0], args[1]
	about, err := readYaml(filepath.Join(chart, "Chart.yaml"))
	if err != nil {
		return err
	}
	given, err := readYaml(filepath.Join(chart, "values.yaml"))
	if err != nil {
		return err
	}
	if len(args) > 2 {
		own, err := readYaml(args[2])
		if err != nil {
			return err
		}
		merge(given, own)
	}
	if err := validate(chart, given); err != nil {
		return err
	}
	return execute(chart, values{
		"Values":       given,
		"Files":        files{chart},
		"Chart":        values{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release":      values{"Name": about["name"], "Namespace": namespace, "Service": "Helm", "IsInstall": true},
		"Capabilities": values{},
	})
}

func readYaml(name string) (values, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	read := values{}
	if err := yaml.Unmarshal(content, &read); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return read, nil
}

// Maps are merged, everything else is replaced, and null removes a value.
func merge(into, from values) {
	for key, value := range from {
		inner, isMap := value.(values)
		known, wasMap := into[key].(values)
		switch {
		case value == nil:
			delete(into, key)
		case isMap && wasMap:
			merge(known, inner)
		default:
			into[key] = value
		}
	}
}

func validate(chart string, given values) error {
	schema, err := os.ReadFile(filepath.Join(chart, "values.schema.json"))
	if err != nil {
		return err
	}
	document, err := json.Marshal(given)
	if err != nil {
		return err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewBytesLoader(document))
	if err != nil {
		return err
	}
	lines := []string{}
	for _, problem := range result.Errors() {
		lines = append(lines, problem.String())
	}
	if len(lines) > 0 {
		return errors.New(strings.Join(lines, "\n"))
	}
	return nil
}

func execute(chart string, scope values) error {
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(functions(all))
	names, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return err
	}
	sort.Strings(names)
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if _, err := all.New(filepath.Base(name)).Parse(string(content)); err != nil {
			return err
		}
	}
	for _, name := range names {
		if filepath.Ext(name) != ".yaml" {
			continue
		}
		text, err := run(all, filepath.Base(name), scope)
		if err != nil {
			return err
		}
		fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(name), text)
	}
	return nil
}

func run(all *template.Template, name string, scope interface{}) (string, error) {
	var text bytes.Buffer
	err := all.ExecuteTemplate(&text, name, scope)
	// As Helm does: what a template has no value for is empty.
	return strings.ReplaceAll(text.String(), "<no value>", ""), err
}

// The functions that Helm adds to those of sprig.
func functions(all *template.Template) template.FuncMap {
	own := sprig.TxtFuncMap()
	delete(own, "env")
	delete(own, "expandenv")
	own["include"] = func(name string, scope interface{}) (string, error) { return run(all, name, scope) }
	own["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	own["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	own["fromYaml"] = func(text string) (values, error) {
		read := values{}
		err := yaml.Unmarshal([]byte(text), &read)
		return read, err
	}
	return own
}
