"""What `bauta --help` shows."""


def test_the_list_of_commands_is_not_cut_off(bauta):
    ended = bauta("--help")
    assert ended.code == 0
    listed = ended.out.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    assert len(listed) > 20
    assert all(line.endswith(".") and not line.endswith("...") for line in listed)
    assert "Begin with: bauta profile" in ended.out


def test_a_misspelt_command_is_guessed_at(bauta):
    ended = bauta("asess", "data.csv")
    assert ended.code == 2
    assert ended.err.startswith("bauta: No such command 'asess'. Did you mean 'assess'? See: ")
